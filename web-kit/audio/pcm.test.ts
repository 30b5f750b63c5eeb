import { expect, test } from "vitest";
import { pcmOf, PcmReader, wavOf } from "./pcm.ts";

const samples = Float32Array.of(0, 0.5, -0.5, 1 - 1 / 32_768, -1);

test("samples are read as they were written, whatever the pieces", () => {
  const bytes = pcmOf(samples);
  const reader = new PcmReader();
  const read = [bytes.subarray(0, 3), bytes.subarray(3, 4), bytes.subarray(4)].flatMap((piece) => [
    ...reader.push(piece),
  ]);
  expect(read).toEqual([...samples]);
});

test("what is too loud is cut off", () => {
  expect([...new PcmReader().push(pcmOf(Float32Array.of(1, 3, -3)))]).toEqual([
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
  expect([...new PcmReader().push(wav.subarray(44))]).toEqual([...samples, ...samples]);
});
