/** Turkish endings in folded spelling: which follow a word without changing what it is, and which say "not". */

import { PLAIN, type Ending } from "./word-ending.ts";

const NEGATED: Ending = { degree: 1, isNegated: true };
const WEAKENED: Ending = { degree: 0.5, isNegated: false };
const STRENGTHENED: Ending = { degree: 1.4, isNegated: false };

const CASES = [
  "l[ae]r",
  "l[iu]",
  "l[iu][kg]",
  "c[ae]",
  "y?l[ae]",
  "[sny]?[iu]",
  "[sn]?[iu]n",
  "[yn]?[ae]",
  "n?[dt][ae]n?",
  "[iu]m(?:[iu]z)?",
  "[dt][iu]r",
  "ki",
  "y?k[ae]n",
  "y?m[iu]s",
  "y?s[ae]",
].join("|");
const PLAIN_NOMINAL = new RegExp(`^(?:${CASES})*$`);
const WITHOUT = new RegExp(`^(?:${CASES})*s[iu]z(?:${CASES})*$`);
const SOMEWHAT = new RegExp(`^[iu]?m(?:s[iu]|tr[ae]k)(?:${CASES})*$`);
const DIMINUTIVE = new RegExp(`^c[iu][kg](?:${CASES})*$`);

const PLAIN_VERBAL =
  /^(?:y?[ae]r[ae]k|y?[ae]n.*|[iu]?yor.*|[aeiu]?r(?:c[ae]s[iu]n[ae]|k[ae]n|l[ae]r)?|y?[iu]p|m[ae]k.*|m[ae]s[iu].*|m[ae]l[iu].*|s[iu]n(?:l[ae]r)?|y?[iu]n(?:[iu]z)?|[dt][iu].*|m[iu]s.*|y?[ae]|y?[ae]c[ae]k.*)?$/;
const NEGATIVE_VERBAL =
  /^m(?:[ae](?:y[ae]n.*|d[ae]n|z.*|y[ae]r[ae]k|s[iu]n(?:l[ae]r)?|y[iu]n(?:[iu]z)?|y[iu]p|m[ae]l[iu].*|ks[iu]z[iu]n)?|[iu]yor.*)$/;

/** Reads what follows a noun or adjective; undefined when it is no ending. */
export function nominalEnding(rest: string): Ending | undefined {
  if (PLAIN_NOMINAL.test(rest)) return PLAIN;
  if (WITHOUT.test(rest)) return NEGATED;
  if (SOMEWHAT.test(rest)) return WEAKENED;
  return DIMINUTIVE.test(rest) ? STRENGTHENED : undefined;
}

/** Reads what follows the stem of a verb; undefined when it is no ending. */
export function verbalEnding(rest: string): Ending | undefined {
  if (PLAIN_VERBAL.test(rest)) return PLAIN;
  return NEGATIVE_VERBAL.test(rest) ? NEGATED : undefined;
}

/** The stems that a noun or adjective has before endings: erkek and erkeğ-, ç and c being one letter when folded. */
export function nominalStems(word: string): readonly string[] {
  return word.endsWith("k") ? [word, `${word.slice(0, -1)}g`] : [word];
}

/** The stems that a verb has: fısılda- and fısıld-ıyor. */
export function verbalStems(stem: string): readonly string[] {
  return /[ae]$/.test(stem) ? [stem, stem.slice(0, -1)] : [stem];
}
