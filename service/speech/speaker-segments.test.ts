import { expect, test } from "vitest";
import type { TranscriptWord } from "./segments.ts";
import { speakerSegments } from "./speaker-segments.ts";

const word = (text: string, start: number, mark = ""): TranscriptWord => ({
  text,
  mark,
  start,
  end: start + 0.4,
  confidence: 1,
});
const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker });
const linesOf = (...parameters: Parameters<typeof speakerSegments>) =>
  speakerSegments(...parameters).map(({ speaker, text }) => `${speaker}: ${text}`);

test("words are cut into segments, and where another speaker begins", () => {
  const words = [
    word("Merhaba", 0.5, "."),
    word("Nasılsın", 1, "?"),
    word("İyiyim", 3),
    word("ben", 4.2),
    word("gidiyorum", 5),
  ];
  const speakers = [turn(0, 2, 0), turn(2.6, 3.8, 1), turn(3.9, 5.6, 0)];
  expect(linesOf(words, speakers)).toEqual([
    "A: Merhaba.",
    "A: Nasılsın?",
    "B: İyiyim",
    "A: ben gidiyorum",
  ]);
});

test("a word between two turns is of the nearer one", () => {
  const speakers = [turn(1, 2, 2), turn(4, 5, 25)];
  expect(linesOf([word("bir", 0)], speakers)).toEqual(["C: bir"]);
  expect(linesOf([word("iki", 2.1), word("üç", 3.5), word("dört", 9)], speakers)).toEqual([
    "C: iki",
    "Z: üç",
    "Z: dört",
  ]);
});

test("nobody speaks where nothing is said, and one speaker where none was told apart", () => {
  expect(linesOf([], [])).toEqual([]);
  expect(linesOf([word("bir", 0)], [])).toEqual(["A: bir"]);
});
