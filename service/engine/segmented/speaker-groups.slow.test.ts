import { describe, expect } from "vitest";
import { longTest, shortTest } from "../../../test/support/lengths.ts";
import { SpeakerGroups } from "./speaker-groups.ts";

/** A voice in a direction, a little off it. */
function voice(direction: number, off = 0): Float32Array {
  return Float32Array.from({ length: 64 }, (_, at) => {
    if (at === direction) return 1;
    return at === (direction + 1) % 64 ? off : 0;
  });
}

function speakersOf(
  voices: readonly Float32Array[],
  minLikeness = 0.5,
  seconds = 2,
): readonly number[] {
  const groups = new SpeakerGroups(minLikeness);
  for (const one of voices) groups.add(one, seconds);
  return groups.speakers();
}

describe("SpeakerGroups", () => {
  shortTest("numbers speakers as they are first heard", () => {
    const voices = [voice(9), voice(3), voice(9, 0.2), voice(3, 0.1), voice(5), voice(9)];
    expect(speakersOf(voices)).toEqual([0, 1, 0, 1, 2, 0]);
    expect(speakersOf([])).toEqual([]);
    expect(speakersOf([voice(4)])).toEqual([0]);
  });

  shortTest("keeps to the least likeness", () => {
    const voices = [voice(1), voice(1, 1)];
    expect(speakersOf(voices, 0.7)).toEqual([0, 0]);
    expect(speakersOf(voices, 0.72)).toEqual([0, 1]);
  });

  shortTest("counts a voice by how long it was heard, and not by how loud", () => {
    const groups = new SpeakerGroups(0.8);
    groups.add(voice(1), 10);
    groups.add(voice(1, 0.5), 0.5);
    groups.add(voice(1, -0.7), 2);
    expect(groups.speakers()).toEqual([0, 0, 0]);
    const louder = [voice(1).map((value) => 50 * value), voice(1, 0.2), voice(2)];
    expect(speakersOf(louder)).toEqual([0, 0, 1]);
  });

  longTest("tells 26 speakers apart at most, and holds to that for hours", () => {
    const voices = Array.from({ length: 5000 }, (_, at) => voice((at * 7) % 40));
    const speakers = speakersOf(voices);
    expect(speakers).toHaveLength(5000);
    expect(Math.max(...speakers)).toBe(25);
    const few = Array.from({ length: 5000 }, (_, at) => voice((at * 7) % 3, 0.1));
    expect(new Set(speakersOf(few))).toEqual(new Set([0, 1, 2]));
  });

  shortTest("takes a voice without direction for one of its own", () => {
    expect(speakersOf([voice(1), new Float32Array(64), voice(1)])).toEqual([0, 1, 0]);
  });
});
