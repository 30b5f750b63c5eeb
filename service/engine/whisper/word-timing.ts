/** Length of the median filter, in frames, that removes single outliers of the attention. */
const MEDIAN_FRAMES = 7;

/** Attention of the decoder when it writes a token: a weight for each frame, by each head that follows the speech. */
export type Attention = readonly Float32Array[];

/**
 * Returns the frame in which each token of a text begins, of the first `heardFrames`, which hold the segment: the path through
 * tokens and frames, both in order, along which the attention is greatest (dynamic time warping, as Whisper finds the times of
 * words).
 */
export function tokenFrames(
  attention: readonly Attention[],
  heardFrames: number,
): readonly number[] {
  const frames = Math.min(heardFrames, attention[0]?.[0]?.length ?? 0);
  return frames === 0
    ? attention.map(() => 0)
    : warp(meanOfHeads(attention, frames), attention.length, frames);
}

/** Returns the mean of the heads' attention, each normalised over the tokens of a frame and smoothed: [tokens, frames]. */
function meanOfHeads(attention: readonly Attention[], frames: number): Float32Array {
  const heads = attention[0]!.length;
  const mean = new Float32Array(attention.length * frames);
  const ofHead = new Float32Array(attention.length * frames);
  for (let head = 0; head < heads; head += 1) {
    for (const [token, ofToken] of attention.entries()) {
      ofHead.set(ofToken[head]!.subarray(0, frames), token * frames);
    }
    normaliseOverTokens(ofHead, attention.length, frames);
    for (let token = 0; token < attention.length; token += 1) {
      const row = ofHead.subarray(token * frames, (token + 1) * frames);
      for (let frame = 0; frame < frames; frame += 1) {
        mean[token * frames + frame]! += medianAround(row, frame) / heads;
      }
    }
  }
  return mean;
}

const sorted = new Float32Array(MEDIAN_FRAMES);

/** Returns the median of the frames around one; those beyond either end count as the last one there. */
function medianAround(row: Float32Array, frame: number): number {
  for (let count = 0; count < MEDIAN_FRAMES; count += 1) {
    const at = frame + count - (MEDIAN_FRAMES >> 1);
    const value = row[Math.min(row.length - 1, Math.max(0, at))]!;
    let place = count;
    for (; place > 0 && sorted[place - 1]! > value; place -= 1) sorted[place] = sorted[place - 1]!;
    sorted[place] = value;
  }
  return sorted[MEDIAN_FRAMES >> 1]!;
}

function normaliseOverTokens(values: Float32Array, tokens: number, frames: number): void {
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    let squares = 0;
    for (let token = 0; token < tokens; token += 1) {
      const value = values[token * frames + frame]!;
      sum += value;
      squares += value * value;
    }
    const mean = sum / tokens;
    const deviation = Math.sqrt(Math.max(0, squares / tokens - mean * mean));
    for (let token = 0; token < tokens; token += 1) {
      const at = token * frames + frame;
      values[at] = deviation === 0 ? 0 : (values[at]! - mean) / deviation;
    }
  }
}

const [BOTH, NEXT_TOKEN, NEXT_FRAME] = [0, 1, 2];

function warp(gain: Float32Array, tokens: number, frames: number): readonly number[] {
  const width = frames + 1;
  const cost = new Float64Array((tokens + 1) * width).fill(Infinity);
  const step = new Uint8Array((tokens + 1) * width);
  cost[0] = 0;
  for (let token = 1; token <= tokens; token += 1) {
    for (let frame = 1; frame <= frames; frame += 1) {
      const at = token * width + frame;
      const both = cost[at - width - 1]!;
      const nextToken = cost[at - width]!;
      const nextFrame = cost[at - 1]!;
      let min = both;
      let taken = BOTH;
      if (nextToken < min) [min, taken] = [nextToken, NEXT_TOKEN];
      if (nextFrame < min) [min, taken] = [nextFrame, NEXT_FRAME];
      cost[at] = min - gain[(token - 1) * frames + frame - 1]!;
      step[at] = taken;
    }
  }
  const begins = Array.from({ length: tokens }, () => 0);
  for (let token = tokens, frame = frames; token > 0 && frame > 0;) {
    begins[token - 1] = frame - 1;
    const taken = step[token * width + frame]!;
    if (taken !== NEXT_FRAME) token -= 1;
    if (taken !== NEXT_TOKEN) frame -= 1;
  }
  return begins;
}
