import { describe, expect, it } from "vitest";
import { type Attention, tokenFrames } from "./word-timing.ts";

/** Attention of each head at one frame a token, as much elsewhere as `noise`. */
function lookingAt(
  perHead: readonly (readonly number[])[],
  frames: number,
  noise = 0.001,
): readonly Attention[] {
  return perHead[0]!.map((_, token) =>
    perHead.map((places) => {
      const place = places[token]!;
      // A look lasts some frames.
      return new Float32Array(frames)
        .fill(noise)
        .fill(0.1, Math.max(0, place - 4), Math.min(frames, place + 5));
    }),
  );
}

describe("times of tokens", () => {
  it("follow the attention, in order", () => {
    const frames = tokenFrames(lookingAt([[10, 40, 90]], 120), 120);
    expect(frames[0]).toBeLessThanOrEqual(14);
    expect(frames[1]).toBeGreaterThan(20);
    expect(frames[1]).toBeLessThanOrEqual(40);
    expect(frames[2]).toBeGreaterThan(50);
    expect(frames[2]).toBeLessThanOrEqual(90);
  });

  it("are what most heads say", () => {
    const one = tokenFrames(lookingAt([[10, 40, 90]], 120), 120);
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
        120,
      ),
    ).toEqual(one);
  });

  it("stay within what was heard", () => {
    const attention = lookingAt([[10, 40, 90]], 120);
    expect(Math.max(...tokenFrames(attention, 50))).toBeLessThan(50);
    expect(Math.max(...tokenFrames(attention, 500))).toBeLessThan(120);
    expect(tokenFrames([], 120)).toEqual([]);
    expect(tokenFrames(attention, 0)).toEqual([0, 0, 0]);
  });
});
