import { open } from "node:fs/promises";
import { AudioDecoder } from "#service/engine/audio/decoding/audio-decoder.ts";
import { Resampler } from "#service/engine/audio/resampler.ts";
import { toS16le, wavHeader } from "#service/engine/audio/wav-writer.ts";
import { joinSamples } from "#service/engine/audio/samples.ts";
import { openClips } from "#service/evaluation/layouts/open-clips.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { byteSample, byteWavHeader } from "../../support/byte-wav.ts";
import { fixtureClip } from "../../support/service/speech-service.ts";
import { RATE_HZ, readSamples } from "../people/conditions.ts";

const BYTE_SAMPLES_HZ = 8_000;
/** The service takes two hours; resampling adds a moment. */
const MAX_SECONDS = 7_198;

/** Silence between two people's clips, in seconds: a pause that ends a segment. */
const BETWEEN_CLIPS_SECONDS = 0.8;

/** Returns the samples of the fixture clip at 16 kHz, again and again for a number of seconds. */
export async function repeatedClip(seconds: number): Promise<Float32Array> {
  return repeated(parseWav((await fixtureClip()).wav).samples, seconds);
}

/** Returns the recordings of a folder with clips of people, one after another, at 16 kHz. */
export async function peopleSpeech(clips: string): Promise<Float32Array> {
  await using decoder = new AudioDecoder();
  const pieces: Float32Array[] = [];
  for (const { file } of (await openClips(clips)).clips) {
    const samples = await readSamples(file, decoder);
    if (samples !== undefined) {
      pieces.push(samples, new Float32Array(BETWEEN_CLIPS_SECONDS * RATE_HZ));
    }
  }
  return joinSamples(pieces);
}

/** Returns samples at 16 kHz again and again, for a number of seconds. */
export function repeated(samples: Float32Array, seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * RATE_HZ }, (_, at) => samples[at % samples.length]!);
}

/** Returns 16 kHz samples as a WAV file. */
export function wavOf(samples: Float32Array): Uint8Array {
  return Buffer.concat([wavHeader(RATE_HZ, samples.length), toS16le(samples)]);
}

/**
 * Writes a WAV file as long as the service takes, but for less than the speech's own length, by repeating speech at 16 kHz. It
 * has 8 bits at 8 kHz, so that it is not too large.
 */
export async function writeLongestWav(path: string, speech: Float32Array): Promise<void> {
  const resampler = new Resampler(RATE_HZ, BYTE_SAMPLES_HZ);
  const coarse = joinSamples([resampler.push(speech), resampler.end()]);
  const bytes = Uint8Array.from(coarse, byteSample);
  const times = Math.floor((MAX_SECONDS * BYTE_SAMPLES_HZ) / bytes.length);
  await using file = await open(path, "w");
  await file.write(byteWavHeader(BYTE_SAMPLES_HZ, times * bytes.length));
  for (let written = 0; written < times; written += 1) await file.write(bytes);
}
