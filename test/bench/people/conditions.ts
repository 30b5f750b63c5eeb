/** Makes of recordings what they are in noise and over a telephone. */

import { createReadStream } from "node:fs";
import { mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { AudioDecoder } from "#service/engine/audio/decoding/audio-decoder.ts";
import { openAudio } from "#service/engine/audio/decoding/open-audio.ts";
import { resampled } from "#service/engine/audio/resampler.ts";
import { toS16le, wavHeader } from "#service/engine/audio/wav-writer.ts";
import { seededNormals } from "#service/engine/synthesis/noise.ts";
import type { Clip } from "#service/evaluation/layouts/clip.ts";
import { byteWavHeader } from "../../support/byte-wav.ts";

export const RATE_HZ = 16_000;
/** Longer clips are heard clean alone: what is made of the others is kept in memory. */
const MAX_SECONDS = 120;
const NOISE_DB = 10;

const TELEPHONE = { rateHz: 8_000, fromHz: 300, toHz: 3_400, taps: 201 };
const WAV_FORMAT = { at: 20, mulaw: 7 };

/** Speech has its power below this; above, it falls by about 6 dB an octave. */
const SPEECH_CORNER_HZ = 500;

/** A clip as one of the conditions makes it. */
type Change = (samples: Float32Array, clip: number) => Float32Array;

/** Reads a recording in any format that the product reads, mono at RATE_HZ; undefined for one that is too long. */
export async function readSamples(
  file: string,
  decoder: AudioDecoder,
): Promise<Float32Array | undefined> {
  const recording = { bytes: (await stat(file)).size, read: () => createReadStream(file) };
  const audio = await openAudio(recording, decoder, RATE_HZ);
  const pieces: Float32Array[] = [];
  let count = 0;
  for await (const piece of audio.read(new AbortController().signal, { urgency: "short" })) {
    pieces.push(piece);
    count += piece.length;
    if (count > MAX_SECONDS * audio.sampleRate) return undefined;
  }
  const samples = new Float32Array(count);
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return resampled(samples, audio.sampleRate, RATE_HZ);
}

/** Returns the level of samples, their root mean square, in dB of full scale. */
export function levelDbfs(samples: Float32Array): number {
  return 10 * Math.log10(Math.max(1e-12, powerOf(samples)));
}

/** Lays noise 10 dB below a clip under it: made from the clip's number, with the spectrum of speech and nobody speaking. */
export const inSpeechNoise: Change = (samples, clip) =>
  withNoise(samples, speechNoise(samples.length, clip + 1));

/** Lays a recorded noise 10 dB below clips under them, each from where the one before ended. */
export function inRecordedNoise(noise: Float32Array): Change {
  let at = 0;
  return (samples) => {
    const under = samples.map((_, index) => noise[(at + index) % noise.length]!);
    at += samples.length;
    return withNoise(samples, under);
  };
}

/** Writes clips with a change as WAV files into a folder; returns them with their files in place of the first ones. */
export async function writeChanged(
  clips: readonly (readonly [Clip, Float32Array])[],
  change: Change,
  folder: string,
): Promise<readonly Clip[]> {
  return writeClips(clips, folder, (samples, at) => {
    const changed = change(samples, at);
    return Buffer.concat([wavHeader(RATE_HZ, changed.length), toS16le(changed)]);
  });
}

/** Writes clips as a telephone sends them: 300 to 3,400 Hz, 8,000 samples a second, mu-law of G.711. */
export async function writeTelephoned(
  clips: readonly (readonly [Clip, Float32Array])[],
  folder: string,
): Promise<readonly Clip[]> {
  return writeClips(clips, folder, telephoned);
}

async function writeClips(
  clips: readonly (readonly [Clip, Float32Array])[],
  folder: string,
  wavOf: (samples: Float32Array, at: number) => Uint8Array,
): Promise<readonly Clip[]> {
  await mkdir(folder, { recursive: true });
  const written: Clip[] = [];
  for (const [at, [clip, samples]] of clips.entries()) {
    const file = path.join(folder, `${at}.wav`);
    await writeFile(file, wavOf(samples, at));
    written.push({ ...clip, file });
  }
  return written;
}

function withNoise(samples: Float32Array, noise: Float32Array): Float32Array {
  const gain = Math.sqrt(powerOf(samples) / powerOf(noise)) * 10 ** (-NOISE_DB / 20);
  const mixed = samples.map((value, at) => value + gain * noise[at]!);
  const peak = mixed.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return peak > 1 ? mixed.map((value) => value / peak) : mixed;
}

function speechNoise(count: number, seed: number): Float32Array {
  const normal = seededNormals(seed);
  const share = 1 - Math.exp((-2 * Math.PI * SPEECH_CORNER_HZ) / RATE_HZ);
  let value = 0;
  return Float32Array.from({ length: count }, () => (value += share * (normal() - value)));
}

function telephoned(samples: Float32Array): Uint8Array {
  const narrow = banded(resampled(samples, RATE_HZ, TELEPHONE.rateHz));
  const header = byteWavHeader(TELEPHONE.rateHz, narrow.length);
  new DataView(header.buffer).setUint16(WAV_FORMAT.at, WAV_FORMAT.mulaw, true);
  return Buffer.concat([header, Uint8Array.from(narrow, mulawOf)]);
}

/** A band-pass of a windowed sinc (Hamming's window), without delay. */
function banded(samples: Float32Array): Float32Array {
  const { rateHz, fromHz, toHz, taps } = TELEPHONE;
  const middle = (taps - 1) / 2;
  const lowPass = (hz: number, from: number) => {
    const turn = (2 * hz) / rateHz;
    return from === 0 ? turn : Math.sin(Math.PI * turn * from) / (Math.PI * from);
  };
  const kernel = Float64Array.from({ length: taps }, (_, at) => {
    const window = 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (taps - 1));
    return window * (lowPass(toHz, at - middle) - lowPass(fromHz, at - middle));
  });
  return samples.map((_, at) => {
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      sum += kernel[tap]! * (samples[at + tap - middle] ?? 0);
    }
    return sum;
  });
}

/** ITU-T G.711: a sign, three bits of exponent and four of mantissa, inverted. */
function mulawOf(sample: number): number {
  const level = Math.min(32_635, Math.round(Math.abs(sample) * 32_768)) + 132;
  const exponent = 24 - Math.clz32(level);
  const mantissa = (level >> (exponent + 3)) & 15;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

function powerOf(samples: Float32Array): number {
  return samples.reduce((sum, value) => sum + value * value, 0) / Math.max(1, samples.length);
}
