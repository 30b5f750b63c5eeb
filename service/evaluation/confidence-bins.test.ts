import { expect, test } from "vitest";
import { textErrors } from "#word-errors/text-distance.ts";
import { confidenceBins } from "./confidence-bins.ts";
import type { HeardClip, HeardWord } from "./heard-clip.ts";

function clip(text: string, ...words: readonly (readonly [string, number])[]): HeardClip {
  const heard = words.map(([word]) => word).join(" ");
  const listed: readonly HeardWord[] = words.map(([word, confidence]) => ({
    text: word,
    confidence,
  }));
  const errors = textErrors(text, heard);
  return { name: text, file: "", text, heard, words: listed, audioSeconds: 1, traits: {}, errors };
}

test("words are counted where their confidence is, and are right where they were said", () => {
  const bins = confidenceBins([
    clip("Bir, iki üç dört.", ["bir", 0.95], ["iki", 0.91], ["beş", 0.93], ["dört", 0.42]),
    clip("altı", ["yedi", 0.41], ["altı", 1]),
  ]);
  expect(bins).toHaveLength(10);
  expect(bins.at(-1)).toMatchObject({ from: 0.9, to: 1, words: 4, right: 0.75 });
  expect(bins.at(-1)?.confidence).toBeCloseTo((0.95 + 0.91 + 0.93 + 1) / 4);
  expect(bins[4]).toMatchObject({ words: 2, right: 0.5 });
  expect(bins.reduce((sum, { words }) => sum + words, 0)).toBe(6);
  expect(bins[0]).toMatchObject({ words: 0, right: Number.NaN });
});

test("a number in digits is as many words as are said of it", () => {
  const bins = confidenceBins([clip("saat on beşte", ["saat", 0.85], ["15'te", 0.55])]);
  expect(bins[5]).toMatchObject({ words: 2, right: 1 });
  expect(bins[8]).toMatchObject({ words: 1, right: 1 });
});
