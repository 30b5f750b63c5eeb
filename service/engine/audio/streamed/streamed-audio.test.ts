import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { AudioError } from "../audio-error.ts";
import { open as openOpus } from "../encoding/formats/opus.ts";
import { wavHeader } from "../wav-writer.ts";
import { ContainedAudio, opusPackets } from "./streamed-audio.ts";

const fixtures = path.resolve(import.meta.dirname, "../../../../fixtures/audio");
const webm = await readFile(path.join(fixtures, "clip.webm"));
const wav = await readFile(path.join(fixtures, "clip.wav"));
const clipSeconds = (wav.length - 44) / 32_000;

async function oggOpus(): Promise<Buffer> {
  const encoder = await openOpus(16_000);
  const tone = Float32Array.from({ length: 16_000 }, (_, at) => 0.5 * Math.sin(at / 10));
  const bytes = Buffer.concat([await encoder.push(tone), await encoder.end()]);
  await encoder.close();
  return bytes;
}

/** Sends audio in frames of so many bytes; returns all samples. */
function sent(bytes: Uint8Array, size: number): Buffer {
  using audio = new ContainedAudio();
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const samples = audio.push(bytes.subarray(at, at + size));
    if (samples !== undefined) pieces.push(Uint8Array.from(samples.bytes));
  }
  return Buffer.concat(pieces);
}

/** What sending audio throws; an AudioError where it throws nothing. */
function faultOf(bytes: Uint8Array): unknown {
  try {
    sent(bytes, 1000);
    return new AudioError("undecodable_audio", "heard in part");
  } catch (error) {
    return error;
  }
}

test("Opus in WebM becomes samples, whatever frames it comes in", () => {
  const whole = sent(webm, webm.length);
  expect(whole.length / 96_000).toBeCloseTo(clipSeconds, 0);
  for (const size of [1, 7, 1000]) expect(sent(webm, size).equals(whole)).toBe(true);
});

test("samples come with the block that they are in, and not with the end of its cluster", () => {
  using audio = new ContainedAudio();
  const first = audio.push(webm.subarray(0, 3000));
  expect(first?.bytes.length).toBeGreaterThan(48_000);
  expect(first?.format).toEqual({ encoding: "s16le", sampleRate: 48_000, channels: 1 });
});

test("Opus in Ogg becomes samples, whatever frames it comes in", async () => {
  const ogg = await oggOpus();
  const whole = sent(ogg, ogg.length);
  expect(whole.length / 96_000).toBeCloseTo(1, 1);
  const samples = new Int16Array(whole.buffer, whole.byteOffset, whole.length / 2);
  expect(Math.max(...samples.subarray(10_000, 40_000))).toBeGreaterThan(10_000);
  for (const size of [1, 13, 500]) expect(sent(ogg, size).equals(whole)).toBe(true);
});

test("WAV is samples behind its head, of any length that its head says", () => {
  const unknown = Buffer.concat([wavHeader(16_000), wav.subarray(44)]);
  for (const bytes of [wav, unknown]) {
    for (const size of [1, 45, 3200]) {
      expect(sent(bytes, size).equals(wav.subarray(44))).toBe(true);
    }
  }
});

test("what cannot be streamed is refused by name", async () => {
  const vorbis = await readFile(path.join(fixtures, "clip.ogg"));
  expect(() => sent(vorbis, 100)).toThrow(/Ogg without Opus/);
  expect(() => sent(Buffer.alloc(100, 7), 100)).toThrow(/WAV, or Opus in WebM or Ogg/);
  const head = Buffer.concat([wav.subarray(0, 12), Buffer.from("LIST\xff\xff\xff\x7f", "latin1")]);
  expect(() => sent(head, 100)).toThrow(/too long/);
  using packets = opusPackets();
  expect(() => packets.push(Buffer.alloc(9000, 255))).toThrow(AudioError);
});

test("damaged containers are refused, or heard in part, and never for long", async () => {
  const ogg = await oggOpus();
  let seed = 1;
  const random = (max: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % max;
  };
  const faults: unknown[] = [];
  for (const original of [webm, ogg, wav.subarray(0, 4000)]) {
    for (let round = 0; round < 60; round += 1) {
      const bytes = Buffer.from(original);
      for (let change = 0; change < 6; change += 1) {
        const at = round % 2 === 0 ? random(400) : random(bytes.length);
        bytes[at] = random(3) === 0 ? 255 : random(256);
      }
      faults.push(faultOf(bytes));
    }
  }
  expect(faults.filter((fault) => !(fault instanceof AudioError))).toEqual([]);
});
