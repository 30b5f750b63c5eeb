import { expect, test } from "vitest";
import { pcmOf, pcmSamples, wavOf } from "./pcm.ts";

const samples = Float32Array.of(0, 0.5, -0.5, 1 - 1 / 32_768, -1);

async function read(...pieces: readonly Uint8Array[]): Promise<readonly number[]> {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const all: number[] = [];
  for await (const some of pcmSamples(new Response(body))) all.push(...some);
  return all;
}

test("samples are read as they were written, whatever the pieces", async () => {
  const bytes = pcmOf(samples);
  const pieces = [bytes.subarray(0, 3), bytes.subarray(3, 4), bytes.subarray(4)];
  expect(await read(...pieces)).toEqual([...samples]);
});

test("what is too loud is cut off", async () => {
  expect(await read(pcmOf(Float32Array.of(1, 3, -3)))).toEqual([
    1 - 1 / 32_768,
    1 - 1 / 32_768,
    -1,
  ]);
});

test("a WAV file says what it holds", async () => {
  const wav = Buffer.from(await wavOf([samples, samples], 24_000).arrayBuffer());
  expect(wav.subarray(0, 4).toString()).toBe("RIFF");
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
  expect(wav.subarray(8, 16).toString()).toBe("WAVEfmt ");
  expect([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24)]).toEqual([
    1, 1, 24_000,
  ]);
  expect(wav.readUInt32LE(40)).toBe(20);
  expect(await read(wav.subarray(44))).toEqual([...samples, ...samples]);
});
