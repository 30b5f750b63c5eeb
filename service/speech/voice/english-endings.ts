/** English endings that do not change what a word is about. */

import { PLAIN, type Ending } from "./word-ending.ts";

const PLAIN_ENDING = /^(?:ly|er|est|s|es|ish|ness|ing|ingly|ed)?$/;
/** Without its last letter: gentl(e)-y, slight(e)-r, happ(y)-ier. */
const AFTER_E = /^(?:er|est|ing|ed|y)$/;
const AFTER_Y = /^i(?:er|est|ly|ness|ed|es)$/;
const DOUBLING = /^([bdgmnpt])\1?(?:er|est|ing|ed|ish)$/;

/** Reads what follows a word's stem; undefined when it is no ending. `stem` is one of `englishStems(word)`. */
export function englishEnding(word: string, stem: string, rest: string): Ending | undefined {
  if (stem === word) return PLAIN_ENDING.test(rest) || isDoubled(word, rest) ? PLAIN : undefined;
  const isEnding = word.endsWith("y") ? AFTER_Y.test(rest) : AFTER_E.test(rest);
  return isEnding ? PLAIN : undefined;
}

/** The stems that a word has before endings. */
export function englishStems(word: string): readonly string[] {
  return /[ey]$/.test(word) ? [word, word.slice(0, -1)] : [word];
}

/** sad-der, thin-ner */
function isDoubled(word: string, rest: string): boolean {
  return word.at(-1) === rest[0] && DOUBLING.test(rest);
}
