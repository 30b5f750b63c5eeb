/** How loud frames will be once the vocoder made them sound, known without making them. */

import {
  gatedLoudness,
  kWeightOfPower,
  LOUDNESS_BLOCK_SECONDS,
  LOUDNESS_STEP_SECONDS,
} from "./k-weighting.ts";
import {
  ANALYSIS_RATE_HZ,
  BAND_CENTRES_HZ,
  BANDS,
  FRAME_VALUES,
  FRAMES_PER_SECOND,
} from "./spectrum.ts";

const BLOCK_FRAMES = LOUDNESS_BLOCK_SECONDS * FRAMES_PER_SECOND;
const STEP_FRAMES = LOUDNESS_STEP_SECONDS * FRAMES_PER_SECOND;

/** Returns the loudness, in LUFS, of frames, `FRAME_VALUES` numbers each; at least 400 ms of them. */
export function frameLoudness(frames: Float32Array): number {
  const powers: number[] = [];
  for (let at = 0; at < frames.length; at += FRAME_VALUES) powers.push(framePower(frames, at));
  const blocks: number[] = [];
  for (let start = 0; start + BLOCK_FRAMES <= powers.length; start += STEP_FRAMES) {
    const block = powers.slice(start, start + BLOCK_FRAMES);
    blocks.push(block.reduce((sum, power) => sum + power, 0) / BLOCK_FRAMES);
  }
  return gatedLoudness(blocks);
}

/** The K-weighted power of the frame that begins at `at`. */
function framePower(frames: Float32Array, at: number): number {
  let power = 0;
  for (let band = 0; band < BANDS; band += 1) {
    power += BAND_WEIGHTS[band]! * Math.exp(frames[at + band]!);
  }
  return power;
}

/** What each band adds to the K-weighted power for each unit of its density. */
const BAND_WEIGHTS = Float64Array.from(BAND_CENTRES_HZ, (hz, band) => {
  const below = BAND_CENTRES_HZ[band - 1] ?? 0;
  const above = BAND_CENTRES_HZ[band + 1] ?? 2 * hz - below;
  return ((above - below) / ANALYSIS_RATE_HZ) * kWeightOfPower(hz);
});
