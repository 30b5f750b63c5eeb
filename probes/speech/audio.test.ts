import { describe, expect, test } from "vitest";
import { measureAudio } from "./audio-quality.ts";
import { WavError } from "#monitor/domain/wav-header.ts";
import { parseWav, pcm16Of } from "./wav.ts";

const rateHz = 16_000;

function tone(seconds: number, amplitude: number): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rateHz) },
    (_, index) => amplitude * Math.sin((2 * Math.PI * 220 * index) / rateHz),
  );
}

function wav(samples: Float32Array, channels = 1, declaredBytes?: number): Buffer {
  const data = pcm16Of(samples);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(declaredBytes ?? data.length, 40);
  return Buffer.concat([header, data]);
}

describe("a WAV file", () => {
  test("keeps rate and samples", () => {
    const samples = tone(0.5, 0.5);
    const read = parseWav(wav(samples));
    expect(read.sampleRateHz).toBe(rateHz);
    expect(read.samples).toHaveLength(samples.length);
    expect(read.samples[100]).toBeCloseTo(samples[100] ?? 0, 4);
  });

  test("of two channels is mixed down", () => {
    const read = parseWav(wav(Float32Array.from([0.5, -0.5, 0.25, 0.25]), 2));
    expect([...read.samples]).toEqual([0, 0.25]);
  });

  test("that was streamed declares more than it has", () => {
    expect(parseWav(wav(tone(0.1, 0.5), 1, 0xffffffff)).samples).toHaveLength(rateHz / 10);
  });

  test.each([
    ["an empty file", Buffer.alloc(0)],
    ["text", Buffer.from('{"error":"no audio"}, padded to be long enough')],
    ["a header alone", wav(tone(0.1, 0.5)).subarray(0, 30)],
  ])("is not %s", (_what, file) => {
    expect(() => parseWav(file)).toThrow(WavError);
  });
});

describe("audio quality", () => {
  test("of a tone", () => {
    const quality = measureAudio(tone(2, 0.5), rateHz);
    expect(quality.durationSeconds).toBe(2);
    expect(quality.levelDbfs).toBeCloseTo(-9.03, 1);
    expect(quality.clippedRatio).toBe(0);
    expect(quality.longestGapSeconds).toBe(0);
  });

  test("of silence", () => {
    expect(measureAudio(new Float32Array(rateHz), rateHz).levelDbfs).toBe(-Infinity);
  });

  test("counts samples at full scale", () => {
    const loud = tone(1, 2).map((sample) => Math.max(-1, Math.min(1, sample)));
    expect(measureAudio(loud, rateHz).clippedRatio).toBeGreaterThan(0.5);
  });

  test("finds the gap inside, not the silence around", () => {
    const parts = [
      new Float32Array(rateHz),
      tone(1, 0.5),
      new Float32Array(rateHz * 1.5),
      tone(1, 0.5),
    ];
    const samples = new Float32Array(
      parts.reduce((length, part) => length + part.length, rateHz * 3),
    );
    let at = 0;
    for (const part of parts) {
      samples.set(part, at);
      at += part.length;
    }
    expect(measureAudio(samples, rateHz).longestGapSeconds).toBeCloseTo(1.5, 1);
  });
});
