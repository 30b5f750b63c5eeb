import { describe, expect, it } from "vitest";
import { PreferredPhrases, type PhraseState } from "./preferred-phrases.ts";

const TOKENS = ["", ...Array.from(" abcçdeğgıiklmnorstuz")];
const SPACE = 1;

/** What a text has gained in letters, after it ended. */
function gained(phrases: readonly string[], text: string): number {
  let state: PhraseState = new PreferredPhrases(phrases, TOKENS, SPACE).start;
  let gain = 0;
  for (const letter of text) {
    const step = state.after(TOKENS.indexOf(letter));
    gain += step.gain;
    ({ state } = step);
  }
  return gain + state.loss;
}

describe("PreferredPhrases", () => {
  it("adds for every letter of a phrase, as soon as the letter is heard", () => {
    const { start } = new PreferredPhrases(["tunceli"], TOKENS, SPACE);
    const first = start.after(TOKENS.indexOf("t"));
    expect(first.gain).toBeGreaterThan(0);
    expect(first.state.after(TOKENS.indexOf("u")).gain).toBe(first.gain);
    expect(gained(["tunceli"], "tunceli")).toBe(7 * first.gain);
  });

  it.each([
    ["a text without it", "ankara", 0],
    ["a word that only begins like it", "tunca", 0],
    ["a word that breaks off", "tunce", 0],
    ["a word that holds it", "atunceli", 0],
    ["the phrase among other words", "o tunceli de", 7],
    ["the phrase with an ending", "tunceliden", 7],
    ["the phrase twice", "tunceli tunceli", 14],
  ])("%s", (_title, text, letters) => {
    expect(gained(["tunceli"], text)).toBeCloseTo(letters, 9);
  });

  it("keeps what a shorter phrase has where a longer one is begun in vain", () => {
    expect(gained(["ali", "alican"], "alicik")).toBeCloseTo(3, 9);
    expect(gained(["ali", "alican"], "alican")).toBeCloseTo(6, 9);
  });

  it("takes endings after a softened last letter, but not the softened word alone", () => {
    expect(gained(["zonguldak"], "zonguldağa")).toBeCloseTo(9, 9);
    expect(gained(["zonguldak"], "zonguldağ")).toBeCloseTo(0, 9);
  });

  it("takes no endings after a word of two letters", () => {
    expect(gained(["an"], "an")).toBeCloseTo(2, 9);
    expect(gained(["an"], "anlam")).toBeCloseTo(0, 9);
  });

  it("prefers a phrase of several words as a whole alone", () => {
    expect(gained(["te re te"], "te re te")).toBeCloseTo(6, 9);
    expect(gained(["te re te"], "te re de")).toBeCloseTo(0, 9);
    expect(gained(["te", "te re te"], "te re de")).toBeCloseTo(2, 9);
  });

  it("leaves out a phrase with a letter that the model does not know", () => {
    expect(gained(["qat", ""], "at")).toBe(0);
  });
});
