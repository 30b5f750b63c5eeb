import { expect, test } from "vitest";
import { spokenCharacters, writtenCharacters, type TimedCharacters } from "./spoken-characters.ts";

const spoken = "Saat on dört otuzda, buluşalım.";
const words = [
  { start: 0, end: 4, startSeconds: 0, endSeconds: 0.4 },
  { start: 5, end: 7, startSeconds: 0.5, endSeconds: 0.7 },
  { start: 8, end: 12, startSeconds: 0.7, endSeconds: 1.1 },
  { start: 13, end: 19, startSeconds: 1.1, endSeconds: 1.7 },
  { start: 21, end: 30, startSeconds: 2, endSeconds: 2.9 },
];

/** When a piece of a text is spoken. */
function timeOf(timed: TimedCharacters, piece: string): readonly [number, number] {
  const at = timed.characters.join("").indexOf(piece);
  return [timed.startSeconds[at]!, timed.endSeconds[at + piece.length - 1]!];
}

test("the characters of a spoken text lie evenly in their words, and those between in the pauses", () => {
  const timed = spokenCharacters(spoken, words);
  expect(timed.characters.join("")).toBe(spoken);
  expect(timed.startSeconds.slice(0, 5)).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  expect(timeOf(timed, ", ")).toEqual([1.7, 2]);
  expect(timeOf(timed, "buluşalım")).toEqual([2, 2.9]);
  expect(timed.endSeconds.at(-1)).toBe(2.9);
});

test("a written number has the time of the words that are said in its place", () => {
  const written = "Saat 14.30'da, buluşalım.";
  const timed = writtenCharacters(written, spoken, words);
  expect(timed.characters.join("")).toBe(written);
  expect(timeOf(timed, "Saat")).toEqual([0, 0.4]);
  expect(timeOf(timed, "14.30'da,")).toEqual([0.5, 1.7]);
  expect(timeOf(timed, "buluşalım.")).toEqual([2, 2.9]);
});

test("times never go back, whatever was not spoken", () => {
  for (const written of ["— Saat — buluşalım — !", "12 13", "", "   ", "hiç bir şey 🙂 ortak"]) {
    const { characters, startSeconds, endSeconds } = writtenCharacters(written, spoken, words);
    expect(characters.join("")).toBe(written);
    const times = startSeconds.flatMap((start, at) => [start, endSeconds[at]!]);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    for (const time of times) expect(Number.isFinite(time)).toBe(true);
  }
  expect(writtenCharacters("Saat", "", []).characters).toEqual(["S", "a", "a", "t"]);
});
