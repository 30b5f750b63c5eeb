import { expect, test } from "vitest";
import { spokenTimes } from "./speech-times.ts";

const written = "Saat 14.30'da, gel.";
const spoken = "Saat on dört otuzda, gel.";
const words = [
  { start: 0, end: 4, startSeconds: 0, endSeconds: 0.4 },
  { start: 5, end: 7, startSeconds: 0.5, endSeconds: 0.7 },
  { start: 8, end: 12, startSeconds: 0.7, endSeconds: 1.1 },
  { start: 13, end: 19, startSeconds: 1.1, endSeconds: 1.7 },
  { start: 21, end: 24, startSeconds: 2, endSeconds: 2.6 },
];

test("the words of the text have the times of what is spoken for them", () => {
  const granularities = { words: true, characters: false };
  expect(spokenTimes(written, spoken, words, granularities)).toEqual({
    words: [
      { word: "Saat", start: 0, end: 0.4 },
      { word: "14.30'da,", start: 0.5, end: 1.7 },
      { word: "gel.", start: 2, end: 2.6 },
    ],
  });
  expect(spokenTimes(written, spoken, words, granularities, 10).words?.[2]).toEqual({
    word: "gel.",
    start: 12,
    end: 12.6,
  });
});

test("characters are those of the text, in its order and without gaps", () => {
  const { words: none, characters = [] } = spokenTimes(written, spoken, words, {
    words: false,
    characters: true,
  });
  expect(none).toBeUndefined();
  expect(characters?.map(({ character }) => character).join("")).toBe(written);
  const list = characters ?? [];
  expect(list.every(({ start, end }) => end >= start)).toBe(true);
  expect(list.slice(1).map(({ start }) => start)).toEqual(list.slice(0, -1).map(({ end }) => end));
});

test("a model that tells no times has null", () => {
  const granularities = { words: true, characters: true };
  expect(spokenTimes(written, spoken, [], granularities)).toEqual({
    words: null,
    characters: null,
  });
});
