/** The word lists of the stress and sound rules; their sources are in LICENSE.md beside them. */

import { readFileSync } from "node:fs";
import further from "./further-spellings.json" with { type: "json" };

export interface WordLists {
  /** Headwords that are no names, and stems of verbs. */
  readonly stems: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Given names and surnames, which are stressed as other words are. */
  readonly people: ReadonlySet<string>;
  /** The stressed syllable of words that do not stress the last one, counted from 0. */
  readonly stressed: ReadonlyMap<string, number>;
  /** The stressed syllables of names. */
  readonly stressedNames: ReadonlyMap<string, number>;
}

function lines(name: string): string[] {
  const text = readFileSync(new URL(`${name}.txt`, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

function syllables(name: string): Map<string, number> {
  return new Map(
    lines(name).map((line) => {
      const [word = "", syllable] = line.split(" ");
      return [word, Number(syllable)];
    }),
  );
}

export const WORD_LISTS: WordLists = {
  stems: new Set(lines("stems")),
  verbs: new Set(lines("verbs")),
  names: new Set(lines("names")),
  people: new Set(lines("people")),
  stressed: syllables("stressed"),
  stressedNames: syllables("stressed-names"),
};

/** Words with ":" after long vowels and "^" after clear consonants, by the word without these marks. */
export const LONG_AND_CLEAR: ReadonlyMap<string, string> = new Map(
  [...lines("long-and-clear"), ...further].map((line) => [line.replaceAll(/[:^]/gu, ""), line]),
);
