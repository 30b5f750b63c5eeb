import { expect, test } from "vitest";
import { seeker } from "./synonyms.ts";

const words = {
  stopWords: "how do i",
  synonyms: { "speech synthesis": ["tts", "text to speech"], speech: ["tts"] },
};
const soughtIn = seeker(words, "en");

test("a phrase is taken as a whole, whatever its endings, and brings all that it may mean", () => {
  expect(soughtIn("texts to speech voices")).toEqual([
    { words: ["texts", "to", "speech"], synonyms: [["speech", "synthesis"]] },
    { words: ["voices"], synonyms: [] },
  ]);
  expect(soughtIn("TTS")).toEqual([
    { words: ["tts"], synonyms: [["speech", "synthesis"], ["speech"]] },
  ]);
});

test("stop words are left out", () => {
  expect(soughtIn("How do I?")).toEqual([]);
});
