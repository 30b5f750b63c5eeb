/** Sounds of letters that spelling does not show: long vowels, and g, k, l that are clear beside a back vowel. */

import { hardened, listedRootEnd } from "./listed-root.ts";
import opened from "./opened-vowels.json" with { type: "json" };
import { LONG_AND_CLEAR, WORD_LISTS } from "./word-lists.ts";

export interface LetterMarks {
  /** Indexes of letters in the word. */
  readonly long: ReadonlySet<number>;
  readonly clear: ReadonlySet<number>;
}

export const NO_MARKS: LetterMarks = { long: new Set(), clear: new Set() };
/** A longer sequence of letters is not a word, and is not analysed. */
export const MAX_WORD_LETTERS = 40;
const SURE_ROOT = 5;
const VOWELS = "aeıioöuü";
/** Words whose last vowel is long before an ending that begins with a vowel: zaman, zama:nı. */
const OPENED: ReadonlySet<string> = new Set(opened);

/** Returns the marks of a lower-case word, which consists of letters only; the marks are those of its root. */
export function letterMarks(word: string): LetterMarks {
  if (word.length > MAX_WORD_LETTERS) return NO_MARKS;
  const listedEnd = rootEnd(word, (root) => LONG_AND_CLEAR.has(root));
  const openedEnd = rootEnd(word, (root) => OPENED.has(root) || OPENED.has(hardened(root)));
  if (listedEnd === 0 && openedEnd === 0) return NO_MARKS;
  const long = new Set<number>();
  const clear = new Set<number>();
  let at = -1;
  for (const sign of LONG_AND_CLEAR.get(word.slice(0, listedEnd)) ?? "") {
    if (sign === ":") long.add(at);
    else if (sign === "^") clear.add(at);
    else at += 1;
  }
  const isOpen = openedEnd > 0 && VOWELS.includes(word[openedEnd] ?? "-");
  if (isOpen) long.add(lastVowelBefore(word, openedEnd));
  return { long, clear };
}

/** Returns the end of the listed root. A headword such as "tarihi" keeps the sounds of "tarih", but "halat" is not of "hal". */
function rootEnd(word: string, isListed: (root: string) => boolean): number {
  return listedRootEnd(word, isListed, WORD_LISTS, SURE_ROOT);
}

function lastVowelBefore(word: string, end: number): number {
  let at = end - 1;
  while (at > 0 && !VOWELS.includes(word[at] ?? "")) at -= 1;
  return at;
}
