import { describe, expect, test } from "vitest";
import { NotAudio, SampleSink } from "./sample-sink.ts";

function bytesOf(...samples: number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(samples).buffer);
}

function collect(pieces: readonly Uint8Array[]): number[] {
  const passed: number[] = [];
  const sink = new SampleSink((bytes) => passed.push(...new Float32Array(bytes.slice().buffer)));
  for (const piece of pieces) sink.write(piece);
  expect(sink.samples).toBe(passed.length);
  return passed;
}

describe("SampleSink", () => {
  test.each([1, 3, 4, 5, 12])("passes whole samples on, from pieces of %i bytes", (length) => {
    const bytes = bytesOf(0, 0.25, -0.5, 1);
    const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
      bytes.subarray(at * length, (at + 1) * length),
    );
    expect(collect(pieces)).toEqual([0, 0.25, -0.5, 1]);
  });

  test("keeps them within -1 and 1, and drops what is left of one", () => {
    expect(collect([bytesOf(3, -1.5, Infinity, -Infinity), Uint8Array.of(1, 2)])).toEqual([
      1, -1, 1, -1,
    ]);
  });

  test("refuses what is no number", () => {
    expect(() => collect([bytesOf(0, Number.NaN)])).toThrow(NotAudio);
  });
});
