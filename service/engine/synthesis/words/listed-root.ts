/** Finds the listed word that a word begins with, and whether its endings can follow. */

import { WORD_LISTS, type WordLists } from "./word-lists.ts";

const HARDENED: Readonly<Record<string, string>> = { d: "t", ğ: "k", b: "p", c: "ç", g: "k" };
const MIN_ROOT_LETTERS = 3;

/** Matches letters that may follow a root: "masalar" is "masa", "masal" is not. */
const BEGINS_LIKE_ENDING =
  /^$|^(?:[aeıiuü]|[lsn][ae]|[dty][ae]|y[ıiuüdms]|n[ıiuü]n|s[ıiuü]|m[ıiuü]z|n[ıiuü]z|[mn]$|[dt][ıiuü]|[cçl][ıiuü]|[cç][ae])/u;

/** Returns a stem in its form without an ending: "kitap" for "kitab". */
export function hardened(stem: string): string {
  const last = HARDENED[stem.at(-1) ?? ""];
  return last === undefined ? stem : stem.slice(0, -1) + last;
}

/** Returns whether a sequence of letters can be endings. */
export function beginsLikeEnding(rest: string): boolean {
  return BEGINS_LIKE_ENDING.test(rest);
}

/**
 * Returns the end of the longest listed root of a word that is followed by endings or by a verb; 0 where there is none. A
 * headword that is not listed itself, such as kabakulak, gets nothing from the listed word that it begins with, unless that has
 * at least `ownHeadword` letters.
 */
export function listedRootEnd(
  word: string,
  isListed: (root: string) => boolean,
  { stems, verbs }: WordLists = WORD_LISTS,
  ownHeadword = Infinity,
): number {
  const shortest = stems.has(word) && !isListed(word) ? ownHeadword : MIN_ROOT_LETTERS;
  for (let end = word.length; end >= shortest; end -= 1) {
    if (!isListed(word.slice(0, end)) || isOfLongerStem(word, end, stems)) continue;
    const rest = word.slice(end);
    if (beginsLikeEnding(rest) || verbs.has(rest)) return end;
  }
  return 0;
}

/** Whether a word has a longer stem that is not made of the root: "masalı" is of "masal", which is not made of "masa". */
function isOfLongerStem(word: string, rootEnd: number, stems: ReadonlySet<string>): boolean {
  for (let end = word.length - 1; end > rootEnd; end -= 1) {
    const stem = word.slice(0, end);
    const isStem = stems.has(stem) || stems.has(hardened(stem));
    if (isStem && !beginsLikeEnding(stem.slice(rootEnd))) return true;
  }
  return false;
}
