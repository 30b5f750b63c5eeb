/** Finds known expressions by their words and the stem of the last one. */

import { fold, type DescriptionWord } from "./description-words.ts";
import { VOICE_WORDS, type Sense } from "./voice-words.ts";
import {
  englishEnding,
  englishStems,
  turkishEnding,
  turkishStems,
  type Ending,
} from "./word-endings.ts";

interface Found {
  readonly sense: Sense;
  readonly ending: Ending;
  readonly length: number;
}

interface Expression {
  readonly sense: Sense;
  /** Reads what follows a stem of the expression's last word. */
  readonly ending: (rest: string) => Ending | undefined;
}

const MAX_EXPRESSION = 4;
const VERB_STEM = "-";

/** Keyed by the words before the last one and a stem of the last one. */
const expressions = new Map<string, Expression[]>();
for (const { sense, turkish, english } of VOICE_WORDS) {
  for (const expression of turkish) addTurkish(fold(expression), sense);
  for (const expression of english) addEnglish(fold(expression), sense);
}

/** Finds the longest expression that begins at a word of a description; undefined when none does. */
export function expressionAt(words: readonly DescriptionWord[], at: number): Found | undefined {
  for (let length = MAX_EXPRESSION; length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.length < length || part.slice(1).some(({ beginsClause }) => beginsClause)) continue;
    const phrase = part.map(({ folded }) => folded).join(" ");
    const lastAt = phrase.lastIndexOf(" ") + 1;
    for (let end = phrase.length; end > lastAt; end -= 1) {
      for (const { sense, ending } of expressions.get(phrase.slice(0, end)) ?? []) {
        const read = ending(phrase.slice(end));
        if (read !== undefined) return { sense, ending: read, length };
      }
    }
  }
  return undefined;
}

function addTurkish(phrase: string, sense: Sense): void {
  const isVerb = phrase.endsWith(VERB_STEM);
  const { lead, last } = cut(isVerb ? phrase.slice(0, -VERB_STEM.length) : phrase);
  for (const stem of turkishStems(last, isVerb)) {
    // A stem that is not the whole word occurs only before endings.
    const ending = (rest: string) =>
      stem === last || rest !== "" ? turkishEnding(rest, isVerb) : undefined;
    add(lead + stem, { sense, ending });
  }
}

function addEnglish(phrase: string, sense: Sense): void {
  const { lead, last } = cut(phrase);
  for (const stem of englishStems(last)) {
    add(lead + stem, { sense, ending: (rest) => englishEnding(last, stem, rest) });
  }
}

function cut(phrase: string): { readonly lead: string; readonly last: string } {
  const at = phrase.lastIndexOf(" ") + 1;
  return { lead: phrase.slice(0, at), last: phrase.slice(at) };
}

function add(key: string, expression: Expression): void {
  expressions.set(key, [...(expressions.get(key) ?? []), expression]);
}
