import { expect, test } from "vitest";
import { endsSentence, sentencesOf } from "./sentences.ts";

/** Cuts words of a quarter of a second, each with the pause before it in seconds. */
const cut = (
  ...words: readonly (readonly [pauseSeconds: number, text: string, written?: string])[]
) => {
  let at = 0;
  const timed = words.map(([pauseSeconds, text, written]) => {
    const start = at + pauseSeconds;
    at = start + 0.25;
    return { text, start, end: at, ...(written !== undefined && { written }) };
  });
  return sentencesOf(timed).map((sentence) => sentence.map(({ text }) => text).join(" "));
};

test("no words are no sentence", () => {
  expect(sentencesOf([])).toEqual([]);
});

test("half a second ends a sentence after any word, and less none", () => {
  expect(cut([3, "kırmızı"], [0.5, "ev"])).toEqual(["kırmızı", "ev"]);
  expect(cut([3, "kırmızı"], [0.48, "ev"])).toEqual(["kırmızı ev"]);
});

test("a quarter of a second ends one after a verb", () => {
  expect(cut([0, "geldi"], [0.25, "sonra"])).toEqual(["geldi", "sonra"]);
  expect(cut([0, "geldi"], [0.23, "sonra"])).toEqual(["geldi sonra"]);
  expect(cut([0, "ev"], [0.25, "sonra"])).toEqual(["ev sonra"]);
});

test("where a model writes marks, they alone end sentences", () => {
  const words = [
    [0, "geldi", "Geldi"],
    [2, "gitti", "gitti."],
    [0, "sonra", "Sonra"],
  ] as const;
  expect(cut(...words)).toEqual(["geldi gitti", "sonra"]);
});

test.each([
  ["Geldi.", true],
  ["Geldi?", true],
  ["Geldi!", true],
  ["Geldi…", true],
  ["“Geldi.”", true],
  ["(Geldi.)]", true],
  ["Geldi", false],
  ["3.5", false],
  ["geldi,", false],
])("%s ends a sentence: %s", (written, ends) => {
  expect(endsSentence(written)).toBe(ends);
});
