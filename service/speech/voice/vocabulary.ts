/** Finds the words that are understood by what they begin with. */

import { fold, type DescriptionWord } from "./description-words.ts";
import { englishEnding, englishStems } from "./english-endings.ts";
import { nominalEnding, nominalStems, verbalEnding, verbalStems } from "./turkish-endings.ts";
import { VOICE_WORDS, type Sense } from "./voice-words.ts";
import type { Ending } from "./word-ending.ts";

/** An expression that was found in a description. */
export interface Found {
  readonly sense: Sense;
  readonly ending: Ending;
  /** How many words it has. */
  readonly length: number;
}

interface Expression {
  readonly sense: Sense;
  /** Reads what follows a stem of the expression's last word. */
  readonly ending: (stem: string, rest: string) => Ending | undefined;
}

/** By the words before the last one, then by the last one's stems. */
type Index = Map<string, Map<string, Expression[]>>;

const LONGEST_EXPRESSION = 4;
const VERB_STEM = "-";

const index = indexed();

/** Finds the longest expression that begins at a word of a description; undefined when none does. */
export function expressionAt(words: readonly DescriptionWord[], at: number): Found | undefined {
  for (let length = LONGEST_EXPRESSION; length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.length < length || part.slice(1).some(({ beginsClause }) => beginsClause)) continue;
    const folded = part.map((word) => word.folded);
    const last = folded.pop() ?? "";
    const stems = index.get(folded.join(" "));
    const found = stems === undefined ? undefined : expressionEnding(stems, last);
    if (found !== undefined) return { ...found, length };
  }
  return undefined;
}

function expressionEnding(
  stems: ReadonlyMap<string, readonly Expression[]>,
  word: string,
): Omit<Found, "length"> | undefined {
  for (let length = word.length; length > 0; length -= 1) {
    const stem = word.slice(0, length);
    for (const { sense, ending } of stems.get(stem) ?? []) {
      const read = ending(stem, word.slice(length));
      if (read !== undefined) return { sense, ending: read };
    }
  }
  return undefined;
}

function indexed(): Index {
  const made: Index = new Map();
  for (const { sense, turkish, english } of VOICE_WORDS) {
    for (const expression of turkish) addTurkish(made, fold(expression), sense);
    for (const expression of english) addEnglish(made, fold(expression), sense);
  }
  return made;
}

function addTurkish(made: Index, phrase: string, sense: Sense): void {
  const isVerb = phrase.endsWith(VERB_STEM);
  const read = isVerb ? verbalEnding : nominalEnding;
  const stems = isVerb ? verbalStems : nominalStems;
  const { lead, last } = cut(isVerb ? phrase.slice(0, -VERB_STEM.length) : phrase);
  // A stem that is not the whole word exists before endings alone.
  const ending = (stem: string, rest: string) =>
    stem === last || rest !== "" ? read(rest) : undefined;
  for (const stem of stems(last)) add(made, lead, stem, { sense, ending });
}

function addEnglish(made: Index, phrase: string, sense: Sense): void {
  const { lead, last } = cut(phrase);
  const ending = (stem: string, rest: string) => englishEnding(last, stem, rest);
  for (const stem of englishStems(last)) add(made, lead, stem, { sense, ending });
}

function cut(phrase: string): { readonly lead: string; readonly last: string } {
  const at = phrase.lastIndexOf(" ");
  return { lead: phrase.slice(0, Math.max(at, 0)), last: phrase.slice(at + 1) };
}

function add(made: Index, lead: string, stem: string, expression: Expression): void {
  const stems = made.get(lead) ?? new Map<string, Expression[]>();
  made.set(lead, stems);
  stems.set(stem, [...(stems.get(stem) ?? []), expression]);
}
