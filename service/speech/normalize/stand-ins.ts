/**
 * Placeholders for words that are given in IPA: Yi syllables, which have no case and no reading here, so that every rule treats
 * such a word as unknown.
 */

const FIRST = 0xa000;
const LAST = 0xa48c;

/** All of them, as part of a character class. */
export const STAND_INS = String.raw`\ua000-\ua48c`;

const STAND_IN = new RegExp(`[${STAND_INS}]`, "gu");

/** How many there are. */
export const STAND_IN_COUNT = LAST - FIRST + 1;

/** Returns the stand-in for the word with a number, counted from 0. */
export function standIn(number: number): string {
  return String.fromCodePoint(FIRST + number);
}

/** Returns whether a word contains a stand-in. */
export function hasStandIn(word: string): boolean {
  return word.search(STAND_IN) >= 0;
}

/** Returns a text with a space for every letter that could be taken for a stand-in. */
export function withoutStandIns(text: string): string {
  return text.replace(STAND_IN, " ");
}

/** Replaces stand-ins by their words; `replace` gets each word's number and its UTF-16 offset in the result. */
export function resolveStandIns(
  text: string,
  replace: (number: number, at: number) => string,
): string {
  let grown = 0;
  return text.replace(STAND_IN, (letter, at: number) => {
    const word = replace((letter.codePointAt(0) ?? FIRST) - FIRST, at + grown);
    grown += word.length - letter.length;
    return word;
  });
}
