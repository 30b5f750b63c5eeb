import { describe, expect, test } from "vitest";
import { ChannelMixer } from "./channel-mixer.ts";

const FRAMES = 16_000;

/** Frames of the given channels, each a function of the frame's number. */
function interleaved(...channels: readonly ((frame: number) => number)[]): Float32Array {
  const samples = new Float32Array(FRAMES * channels.length);
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = channels[at % channels.length]!(Math.floor(at / channels.length));
  }
  return samples;
}

function mixed(samples: Float32Array, channels: number, pieceFrames = FRAMES): Float32Array {
  const mixer = new ChannelMixer(channels);
  const whole = new Float32Array(samples.length / channels);
  for (let from = 0; from < whole.length; from += pieceFrames) {
    const until = Math.min(whole.length, from + pieceFrames);
    mixer.mix(samples.subarray(from * channels, until * channels), 1, whole.subarray(from, until));
  }
  return whole;
}

/** Root of the mean square, of all but the first tenth of a second. */
function level(samples: Float32Array): number {
  const settled = samples.subarray(1600);
  return Math.sqrt(settled.reduce((sum, sample) => sum + sample * sample, 0) / settled.length);
}

const speech = (frame: number) => 0.5 * Math.sin(frame / 7) * Math.sin(frame / 900);
const other = (frame: number) => 0.5 * Math.sin(frame / 11) * Math.cos(frame / 700);
const silence = () => 0;
const inverted = (of: (frame: number) => number) => (frame: number) => -of(frame);
const alone = level(interleaved(speech));

describe("the mean of channels", () => {
  test.each([
    ["alike", [speech, speech], 1],
    ["of opposite phase", [speech, inverted(speech)], 1],
    ["of opposite phase, of other levels", [speech, (frame: number) => -0.7 * speech(frame)], 0.85],
    ["with one inverted of three", [speech, inverted(speech), speech], 1],
    ["with the last silent", [speech, silence], 0.5],
    ["with the first silent", [silence, speech], 0.5],
    ["with a silent one before two of opposite phase", [silence, speech, inverted(speech)], 2 / 3],
  ])("%s", (_case, channels, share) => {
    const found = level(mixed(interleaved(...channels), channels.length));
    expect(found / alone).toBeCloseTo(share, 1);
  });

  test("of two speakers has both", () => {
    const both = level(mixed(interleaved(speech, other), 2));
    expect(both).toBeCloseTo(Math.hypot(alone, level(interleaved(other))) / 2, 1);
  });

  test("is the same however the frames are cut", () => {
    const samples = interleaved(speech, inverted(speech));
    expect(mixed(samples, 2, 37)).toEqual(mixed(samples, 2));
  });
});
