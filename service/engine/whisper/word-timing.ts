/** Length of the median filter, in frames, that removes single outliers of the attention. */
const MEDIAN_FRAMES = 7;

/** Attention to the audio while a text is written, of the decoder's heads that follow the speech. */
export interface Attention {
  /** [heads, tokens, frames], each row of frames adding up to 1. */
  readonly weights: Float32Array;
  readonly heads: number;
  readonly tokens: number;
  /** Number of all frames, and of the first ones that hold the segment. */
  readonly frames: number;
  readonly heardFrames: number;
}

/**
 * Returns the frame in which each token begins: the path through tokens and frames, both in order, along which the
 * attention is greatest (dynamic time warping, as Whisper finds the times of words).
 */
export function tokenFrames(attention: Attention): readonly number[] {
  const { tokens, heardFrames } = attention;
  if (tokens === 0 || heardFrames === 0) return [];
  return warp(meanOfHeads(attention), tokens, heardFrames);
}

/** Returns the mean of the heads' attention, each normalised over the tokens of a frame and smoothed: [tokens, heardFrames]. */
function meanOfHeads({ weights, heads, tokens, frames, heardFrames }: Attention): Float32Array {
  const mean = new Float32Array(tokens * heardFrames);
  const ofHead = new Float32Array(tokens * heardFrames);
  const window: number[] = [];
  for (let head = 0; head < heads; head += 1) {
    for (let token = 0; token < tokens; token += 1) {
      const from = (head * tokens + token) * frames;
      ofHead.set(weights.subarray(from, from + heardFrames), token * heardFrames);
    }
    normaliseOverTokens(ofHead, tokens, heardFrames);
    for (let token = 0; token < tokens; token += 1) {
      for (let frame = 0; frame < heardFrames; frame += 1) {
        window.length = 0;
        for (let of = frame - (MEDIAN_FRAMES >> 1); of <= frame + (MEDIAN_FRAMES >> 1); of += 1) {
          const inside = Math.min(heardFrames - 1, Math.max(0, of));
          window.push(ofHead[token * heardFrames + inside]!);
        }
        window.sort((a, b) => a - b);
        mean[token * heardFrames + frame]! += window[MEDIAN_FRAMES >> 1]! / heads;
      }
    }
  }
  return mean;
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
      let least = both;
      let taken = BOTH;
      if (nextToken < least) [least, taken] = [nextToken, NEXT_TOKEN];
      if (nextFrame < least) [least, taken] = [nextFrame, NEXT_FRAME];
      cost[at] = least - gain[(token - 1) * frames + frame - 1]!;
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
