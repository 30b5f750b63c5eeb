import { editDistance } from "#word-errors/edit-distance.ts";

/** The shortest word of the clip and a space: what is missing at least where a word is. */
const LETTERS_OF_A_WORD = "var ".length;

/** How often all of `spoken` is in `heard`, which is nothing else, one after another. */
export function timesHeard(heard: string, spoken: string): number {
  return Math.floor((heard.length + LETTERS_OF_A_WORD) / `${spoken} `.length);
}

/**
 * Gives `spoken` where every word of it is in `heard`, else what was heard; all are letters. On a busy machine a browser loses
 * some milliseconds of its microphone, so that fewer than `mistakes` letters may be heard wrongly; by default a word that is lost
 * is more than that.
 */
export function wordsHeard(
  heard: string,
  spoken: string,
  mistakes: number = LETTERS_OF_A_WORD,
): string {
  const apart = editDistance(Array.from(heard), Array.from(spoken));
  return apart < mistakes ? spoken : heard;
}
