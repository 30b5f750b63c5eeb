import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { AudioError } from "#service/engine/audio/audio-error.ts";
import type { AudioDecoder } from "#service/engine/audio/decoding/audio-decoder.ts";
import { openAudio } from "#service/engine/audio/decoding/open-audio.ts";
import { AudioEncoder } from "#service/engine/audio/encoding/audio-encoder.ts";
import type { AudioFormatName } from "#service/engine/audio/encoding/audio-formats.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { projectRoot } from "../program.ts";

export const SAMPLE_RATE = 16_000;
export const SHORT = { urgency: "short" } as const;
export const never = new AbortController().signal;

const folder = path.join(projectRoot, "fixtures/audio");

const ENCODED: readonly AudioFormatName[] = ["mp3", "opus", "aac", "flac"];

/** The fixture clip in all formats that are taken, or encoded in those that are named, by the names of the files. */
export async function clipInEveryFormat(formats = ENCODED): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const name of ["clip.wav", "clip.ogg", "clip.webm", "clip.m4a"])
    files.set(name, await readFile(path.join(folder, name)));
  const { samples } = parseWav(await readFile(path.join(folder, "clip.wav")));
  await using encoder = new AudioEncoder();
  for (const format of formats) {
    const output = await encoder.open(format, SAMPLE_RATE);
    files.set(`clip.${format}`, Buffer.concat([await output.push(samples), await output.end()]));
    await output.close();
  }
  return files;
}

/** What becomes of a file: the seconds that were heard, or the code of its error. */
export async function outcomeOf(
  decoder: AudioDecoder,
  bytes: Uint8Array,
): Promise<number | string> {
  async function* read() {
    for (let at = 0; at < bytes.length; at += 8192) yield bytes.subarray(at, at + 8192);
  }
  let count = 0;
  try {
    const audio = await openAudio({ bytes: bytes.length, read }, decoder, SAMPLE_RATE);
    for await (const samples of audio.read(never, SHORT)) {
      expect(samples.every((sample) => sample >= -1 && sample <= 1)).toBe(true);
      count += samples.length / audio.sampleRate;
    }
    return count;
  } catch (error) {
    if (error instanceof AudioError) return error.code;
    throw error;
  }
}

/** Whether a damaged clip was refused as audio, or heard for about as long as it was. */
export function isFine(found: number | string): boolean {
  if (typeof found === "string") return found === "undecodable_audio" || found === "empty_audio";
  return found > 0 && found < 120;
}

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Damage = (bytes: Uint8Array, random: () => number) => Uint8Array;

const damages: Readonly<Record<string, Damage>> = {
  "cut off anywhere": (bytes, random) => bytes.slice(0, Math.floor(random() * bytes.length)),
  "cut off in its first bytes": (bytes, random) => bytes.slice(0, 1 + Math.floor(random() * 60)),
  "with its beginning missing": (bytes, random) => bytes.slice(Math.floor(random() * 400)),
  "with a bit in a thousand bytes flipped": (bytes, random) =>
    bytes.map((byte) => (random() < 0.001 ? byte ^ (1 << Math.floor(random() * 8)) : byte)),
  "with a bit in ten bytes flipped": (bytes, random) =>
    bytes.map((byte) => (random() < 0.1 ? byte ^ (1 << Math.floor(random() * 8)) : byte)),
  "with its headers damaged": (bytes, random) =>
    bytes.map((byte, at) => (at < 300 && random() < 0.05 ? Math.floor(random() * 256) : byte)),
  "with its end damaged": (bytes, random) =>
    bytes.map((byte, at) =>
      at > bytes.length - 1500 && random() < 0.02 ? Math.floor(random() * 256) : byte,
    ),
  "of noise after its first bytes": (bytes, random) =>
    bytes.map((byte, at) => (at < 100 ? byte : Math.floor(random() * 256))),
};

/** One that leaves too little of a file, and one that leaves nothing of it whole; `npm run test:long` does all. */
export const QUICK_DAMAGES: readonly string[] = [
  "cut off anywhere",
  "with a bit in ten bytes flipped",
];

/** Declares a test for each damage, or for those that are named, which it does to all of the files. */
export function testDamages(
  decoder: () => AudioDecoder,
  files: () => Iterable<[string, Buffer]>,
  kinds: readonly string[] = Object.keys(damages),
) {
  const some = Object.entries(damages).filter(([kind]) => kinds.includes(kind));
  test.each(some)("%s is heard in part or refused", async (kind, damage) => {
    const random = makeRandom(kind.length);
    for (const [name, bytes] of files()) {
      const found = await outcomeOf(decoder(), damage(bytes, random));
      expect({ name, found, isFine: isFine(found) }).toMatchObject({ isFine: true });
    }
  });
}
