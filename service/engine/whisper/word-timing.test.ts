import { describe, expect, it } from "vitest";
import { tokenFrames } from "./word-timing.ts";

/** Attention of each head at one frame a token, as much elsewhere as `noise`. */
function lookingAt(perHead: readonly (readonly number[])[], frames: number, noise = 0.001) {
  const tokens = perHead[0]!.length;
  const weights = new Float32Array(perHead.length * tokens * frames).fill(noise);
  for (const [head, places] of perHead.entries()) {
    for (const [token, place] of places.entries()) {
      // A look lasts some frames.
      for (let frame = place - 4; frame <= place + 4; frame += 1) {
        if (frame >= 0 && frame < frames) weights[(head * tokens + token) * frames + frame] = 0.1;
      }
    }
  }
  return { weights, heads: perHead.length, tokens, frames, heardFrames: frames };
}

describe("times of tokens", () => {
  it("follow the attention, in order", () => {
    const frames = tokenFrames(lookingAt([[10, 40, 90]], 120));
    expect(frames[0]).toBeLessThanOrEqual(14);
    expect(frames[1]).toBeGreaterThan(20);
    expect(frames[1]).toBeLessThanOrEqual(40);
    expect(frames[2]).toBeGreaterThan(50);
    expect(frames[2]).toBeLessThanOrEqual(90);
  });

  it("are what most heads say", () => {
    const one = tokenFrames(lookingAt([[10, 40, 90]], 120));
    expect(
      tokenFrames(
        lookingAt(
          [
            [10, 40, 90],
            [10, 40, 90],
            [90, 10, 40],
          ],
          120,
        ),
      ),
    ).toEqual(one);
  });

  it("stay within what was heard", () => {
    const attention = { ...lookingAt([[10, 40, 90]], 120), heardFrames: 50 };
    expect(Math.max(...tokenFrames(attention))).toBeLessThan(50);
    expect(tokenFrames({ ...attention, tokens: 0 })).toEqual([]);
    expect(tokenFrames({ ...attention, heardFrames: 0 })).toEqual([]);
  });
});
