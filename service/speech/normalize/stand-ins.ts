/**
 * Yi syllables, which have no case and no reading here, stand for words whose sounds are given, so that every rule
 * takes such a word for one that it does not know.
 */

const FIRST = 0xa000;
const LAST = 0xa48c;

/** All of them, as the part of a character class. */
export const STAND_INS = String.raw`\ua000-\ua48c`;

const STAND_IN = new RegExp(`[${STAND_INS}]`, "gu");

/** How many there are. */
export const STAND_IN_COUNT = LAST - FIRST + 1;

/** Returns the letter for the word of a number from 0 on. */
export function standIn(number: number): string {
  return String.fromCodePoint(FIRST + number);
}

/** Says whether a word has a letter that stands for another. */
export function hasStandIn(word: string): boolean {
  return word.search(STAND_IN) >= 0;
}

/** Returns a text without the letters that could be taken for stand-ins. */
export function withoutStandIns(text: string): string {
  return text.replace(STAND_IN, " ");
}

/** Puts words in the place of their letters; `replace` gets each word's number and the offset at which it will begin. */
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
