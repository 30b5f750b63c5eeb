import { open } from "node:fs/promises";
import { Resampler } from "#service/engine/audio/resampler.ts";
import { toS16le, wavHeader } from "#service/engine/audio/wav-writer.ts";
import { joinSamples } from "#service/engine/audio/samples.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { byteSample, byteWavHeader } from "../../support/byte-wav.ts";
import { fixtureClip } from "../../support/service/speech-service.ts";

const BYTE_SAMPLES_HZ = 8_000;
/** The service takes two hours; resampling adds a moment. */
const MAX_SECONDS = 7_198;

/** Returns the samples of the fixture clip at 16 kHz, again and again for a number of seconds. */
export async function repeatedClip(seconds: number): Promise<Float32Array> {
  const { samples, sampleRateHz } = parseWav((await fixtureClip()).wav);
  return Float32Array.from(
    { length: seconds * sampleRateHz },
    (_, at) => samples[at % samples.length]!,
  );
}

/** Returns 16 kHz samples as a WAV file. */
export function wavOf(samples: Float32Array): Uint8Array {
  return Buffer.concat([wavHeader(16_000, samples.length), toS16le(samples)]);
}

/**
 * Writes a WAV file as long as the service takes, but for a minute of two hours, by repeating speech. It has 8 bits
 * at 8 kHz, so that it is not too large.
 */
export async function writeLongestWav(path: string): Promise<void> {
  const resampler = new Resampler(16_000, BYTE_SAMPLES_HZ);
  const speech = joinSamples([resampler.push(await repeatedClip(60)), resampler.end()]);
  const bytes = Uint8Array.from(speech, byteSample);
  const times = Math.floor((MAX_SECONDS * BYTE_SAMPLES_HZ) / bytes.length);
  await using file = await open(path, "w");
  await file.write(byteWavHeader(BYTE_SAMPLES_HZ, times * bytes.length));
  for (let written = 0; written < times; written += 1) await file.write(bytes);
}
