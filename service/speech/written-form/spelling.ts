import { capitalised } from "./turkish-letters.ts";

/** How a word that is a name, or belongs to one, is written. */
export interface Spelling {
  /** Letters before the apostrophe; undefined where there is none. */
  readonly apostropheAfter?: number;
}

/** Writes a lower-case word with a capital and its apostrophe. */
export function spelled(word: string, { apostropheAfter }: Spelling): string {
  if (apostropheAfter === undefined) return capitalised(word);
  return `${capitalised(word.slice(0, apostropheAfter))}'${word.slice(apostropheAfter)}`;
}
