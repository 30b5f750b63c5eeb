import { describe, expect, it } from "vitest";
import type { RecognisedWord } from "../model/model.ts";
import { SteadyWords } from "./steady-words.ts";

const UNTIL = 10;

function word(text: string, confidence = 0.9, end = 1): RecognisedWord {
  return { text, start: 0, end, confidence };
}
const unsure = (text: string) => word(text, 0.5);
const textsOf = (words: readonly RecognisedWord[]) => words.map(({ text }) => text);

describe("words of a segment that goes on", () => {
  it("are shown at once where they are sure", () => {
    const steady = new SteadyWords();
    expect(textsOf(steady.hear([word("bir"), word("iki")], UNTIL))).toEqual(["bir", "iki"]);
  });

  it("are shown up to the first that is unsure", () => {
    const steady = new SteadyWords();
    const heard = [word("bir"), unsure("iki"), word("üç")];
    expect(textsOf(steady.hear(heard, UNTIL))).toEqual(["bir"]);
  });

  it("are shown when they were heard three times running", () => {
    const steady = new SteadyWords();
    const heard = [unsure("bir"), word("iki")];
    expect(steady.hear(heard, UNTIL)).toEqual([]);
    expect(steady.hear(heard, UNTIL)).toEqual([]);
    expect(textsOf(steady.hear(heard, UNTIL))).toEqual(["bir", "iki"]);
    expect(steady.hear([unsure("pir"), word("iki")], UNTIL)).toEqual([]);
  });

  it("are not shown where they may go on", () => {
    const steady = new SteadyWords();
    expect(textsOf(steady.hear([word("bir"), word("i", 1, UNTIL - 0.1)], UNTIL))).toEqual(["bir"]);
  });

  it("begin anew with each segment", () => {
    const steady = new SteadyWords();
    steady.hear([unsure("bir")], UNTIL);
    steady.hear([unsure("bir")], UNTIL);
    steady.forget();
    expect(steady.hear([unsure("bir")], UNTIL)).toEqual([]);
  });
});
