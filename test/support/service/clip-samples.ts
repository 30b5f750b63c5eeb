import path from "node:path";
import { joinSamples } from "#service/engine/audio/samples.ts";
import { Resampler } from "#service/engine/audio/resampler.ts";
import { openWav } from "#service/engine/audio/wav-reader.ts";
import { projectRoot } from "../program.ts";

const RATE = 16_000;

/** Half seconds of the clip in fixtures/audio, at 16 kHz. */
export async function clipSamples(): Promise<readonly Float32Array[]> {
  const audio = await openWav(path.join(projectRoot, "fixtures/audio/clip.wav"));
  const resampler = new Resampler(audio.sampleRate, RATE);
  const pieces: Float32Array[] = [];
  for await (const piece of audio.samples) pieces.push(resampler.push(piece));
  const whole = joinSamples([...pieces, resampler.end()]);
  const count = Math.ceil(whole.length / (RATE / 2));
  return Array.from({ length: count }, (_, at) =>
    whole.subarray((at * RATE) / 2, ((at + 1) * RATE) / 2),
  );
}
