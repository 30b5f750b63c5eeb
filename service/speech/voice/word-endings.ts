/** Endings of Turkish and English words in folded spelling, and whether they keep, weaken, strengthen or negate the meaning. */

/** An ending of a word and how it changes the meaning. */
export interface Ending {
  /** Strength of the meaning: less than 1 for kalınımsı, more than 1 for incecik. */
  readonly degree: number;
  readonly isNegated: boolean;
}

const PLAIN: Ending = { degree: 1, isNegated: false };
const NEGATED: Ending = { degree: 1, isNegated: true };
const WEAKENED: Ending = { degree: 0.5, isNegated: false };
const STRENGTHENED: Ending = { degree: 1.4, isNegated: false };

const CASES =
  "(?:l[ae]r|l[iu]|l[iu][kg]|c[ae]|y?l[ae]|[sny]?[iu]|[sn]?[iu]n|[yn]?[ae]|n?[dt][ae]n?|[iu]m(?:[iu]z)?|[dt][iu]r|ki|y?k[ae]n|y?m[iu]s|y?s[ae])*";
const NOMINAL: readonly (readonly [RegExp, Ending])[] = [
  [new RegExp(`^${CASES}$`), PLAIN],
  [new RegExp(`^${CASES}s[iu]z${CASES}$`), NEGATED],
  [new RegExp(`^[iu]?m(?:s[iu]|tr[ae]k)${CASES}$`), WEAKENED],
  [new RegExp(`^c[iu][kg]${CASES}$`), STRENGTHENED],
];
const VERBAL: readonly (readonly [RegExp, Ending])[] = [
  [
    /^(?:y?[ae]r[ae]k|y?[ae]n.*|[iu]?yor.*|[aeiu]?r(?:c[ae]s[iu]n[ae]|k[ae]n|l[ae]r)?|y?[iu]p|m[ae]k.*|m[ae]s[iu].*|m[ae]l[iu].*|s[iu]n(?:l[ae]r)?|y?[iu]n(?:[iu]z)?|[dt][iu].*|m[iu]s.*|y?[ae]|y?[ae]c[ae]k.*)?$/,
    PLAIN,
  ],
  [
    /^m(?:[ae](?:y[ae]n.*|d[ae]n|z.*|y[ae]r[ae]k|s[iu]n(?:l[ae]r)?|y[iu]n(?:[iu]z)?|y[iu]p|m[ae]l[iu].*|ks[iu]z[iu]n)?|[iu]yor.*)$/,
    NEGATED,
  ],
];

/** Reads what follows a Turkish noun or adjective, or the stem of a verb; undefined when it is no ending. */
export function turkishEnding(rest: string, isVerb: boolean): Ending | undefined {
  return (isVerb ? VERBAL : NOMINAL).find(([pattern]) => pattern.test(rest))?.[1];
}

/** Returns the stems of a Turkish word before endings: erkek and erkeğ-, fısılda- and fısıld-ıyor. */
export function turkishStems(word: string, isVerb: boolean): readonly string[] {
  if (isVerb) return /[ae]$/.test(word) ? [word, word.slice(0, -1)] : [word];
  return word.endsWith("k") ? [word, `${word.slice(0, -1)}g`] : [word];
}

const PLAIN_ENDING = /^(?:ly|er|est|s|es|ish|ness|ing|ingly|ed)?$/;
/** Endings of a word that loses its last letter: gentl(e)-y, slight(e)-r, happ(y)-ier. */
const AFTER_E = /^(?:er|est|ing|ed|y)$/;
const AFTER_Y = /^i(?:er|est|ly|ness|ed|es)$/;
/** Endings after a doubled consonant: sad-der, thin-ner. */
const DOUBLING = /^([bdgmnpt])\1?(?:er|est|ing|ed|ish)$/;

/** Reads what follows one of `englishStems(word)`; undefined when it is no ending. */
export function englishEnding(word: string, stem: string, rest: string): Ending | undefined {
  const isDoubled = word.at(-1) === rest[0] && DOUBLING.test(rest);
  const shortened = word.endsWith("y") ? AFTER_Y : AFTER_E;
  const isEnding = stem === word ? PLAIN_ENDING.test(rest) || isDoubled : shortened.test(rest);
  return isEnding ? PLAIN : undefined;
}

/** Returns the stems that an English word has before endings. */
export function englishStems(word: string): readonly string[] {
  return /[ey]$/.test(word) ? [word, word.slice(0, -1)] : [word];
}
