/** Capitalised words that go with a number before them: "2. Dünya Savaşı", "IV. Murat". */

import ordinalNouns from "../language/ordinal-nouns.json" with { type: "json" };

/** "Sınıfı", "Maddesinde", "Kattan", but not "Yarın" or "Elma". */
const NOUN_END = String.raw`(?:s?[ıiuü](?:n[ıiuü]n?|n[dt]?[ae]n?)?|[dt][ae]n?|l[ae]r)?(?!\p{L})`;

/**
 * Matches such a noun, or the beginning of a ruler's name, whose end is spelled in several ways.
 *
 * A number with a point before one of them is an ordinal; before another capital its point ends a sentence.
 */
export const ORDINAL_NOUN = `(?:(?:${ordinalNouns.nouns.join("|")})${NOUN_END}|${ordinalNouns.rulers.join("|")})`;

const AT_START = new RegExp(`^${ORDINAL_NOUN}`, "u");

/** Says whether a text starts with a word that goes with an ordinal. */
export function startsOrdinalNoun(text: string): boolean {
  return AT_START.test(text);
}
