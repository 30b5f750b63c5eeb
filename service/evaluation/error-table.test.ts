import { describe, expect, test } from "vitest";
import { textErrors } from "#word-errors/text-distance.ts";
import { errorTable, worstClips } from "./error-table.ts";
import type { HeardClip } from "./heard-clip.ts";
import { bootstrapIntervals } from "./intervals.ts";

function clip(text: string, heard: string, traits: HeardClip["traits"] = {}): HeardClip {
  const errors = textErrors(text, heard);
  return { name: `${text}.wav`, file: "", text, heard, words: [], audioSeconds: 1, traits, errors };
}

describe("the table", () => {
  test("has ratios of sums, not means of ratios", () => {
    const [all] = errorTable([clip("bir iki üç dört", "bir iki üç dört"), clip("beş", "altı")]);
    expect(all).toMatchObject({ clips: 2, wordErrorRatio: 0.2, resampled: "clips" });
  });

  test("has a group for each value that is told, and one for clips that tell none", () => {
    const table = errorTable([
      clip("bir", "bir", { gender: "female" }),
      clip("iki", "üç", { gender: "male" }),
      clip("iki", "iki", { gender: "male" }),
      clip("on", "on"),
    ]);
    expect(table.map(({ group, value, clips }) => [group, value, clips])).toEqual([
      ["all", "", 4],
      ["gender", "male", 2],
      ["gender", "female", 1],
      ["gender", "not said", 1],
    ]);
    expect(table.at(-1)?.intervals).toBeUndefined();
  });

  test("draws speakers where there are several, clips in the row of one", () => {
    const table = errorTable([
      clip("bir", "bir", { speaker: "a" }),
      clip("iki", "iki", { speaker: "a" }),
      clip("üç", "beş", { speaker: "b" }),
    ]);
    expect(table.map(({ value, resampled }) => [value, resampled])).toEqual([
      ["", "speakers"],
      ["a", "clips"],
      ["b", "clips"],
    ]);
  });

  test("the worst come first, those without an error never", () => {
    const clips = [clip("bir iki", "bir"), clip("üç", "üç"), clip("dört", "beş")];
    expect(worstClips(clips, 5).map(({ text }) => text)).toEqual(["dört", "bir iki"]);
    expect(worstClips(clips, 1)).toHaveLength(1);
  });
});

describe("the intervals", () => {
  const right = textErrors("bir iki", "bir iki");
  const wrong = textErrors("bir iki", "bir üç");

  test("hold the ratio, and are the same each time", () => {
    const units = Array.from({ length: 200 }, (_, at) => (at % 5 === 0 ? wrong : right));
    const { words } = bootstrapIntervals(units)!;
    // 40 of 400 words, where a fifth of the units has one: 0.1 ± 1.96 · 0.5 · √(0.2 · 0.8 / 200).
    expect(words[0]).toBeCloseTo(0.072, 2);
    expect(words[1]).toBeCloseTo(0.128, 2);
    expect(bootstrapIntervals(units)).toEqual(bootstrapIntervals(units));
  });

  test("are narrow where all units are alike, and none for one", () => {
    expect(bootstrapIntervals([wrong, wrong, wrong])?.words).toEqual([0.5, 0.5]);
    expect(bootstrapIntervals([wrong])).toBeUndefined();
  });
});
