import { expect, test } from "vitest";
import { wholeSamples } from "./whole-samples.ts";

test.each([1, 2, 3, 4, 7, 64])("joins samples from pieces of %i bytes", async (length) => {
  const sent = Float32Array.from({ length: 9 }, (_, at) => at / 10);
  const bytes = new Uint8Array([...new Uint8Array(sent.buffer), 1, 2, 3]);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }
  const received: number[] = [];
  for await (const samples of wholeSamples(pieces())) received.push(...samples);
  expect(received).toEqual([...sent]);
});
