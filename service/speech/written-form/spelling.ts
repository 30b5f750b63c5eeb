import { isInflection } from "./endings.ts";

/** How a word that is a name, or belongs to one, is written. */
export interface Spelling {
  /** Letters before the apostrophe; undefined where there is none. */
  readonly apostropheAfter?: number;
}

/** Returns how a word that is a name, or one with an ending of case or person, is written; else undefined. */
export function spellingOf(name: string, word: string): Spelling | undefined {
  if (word === name) return {};
  const isForm = word.startsWith(name) && isInflection(name, word.slice(name.length));
  return isForm ? { apostropheAfter: name.length } : undefined;
}

/** Writes a lower-case word with a capital and its apostrophe. */
export function spelled(word: string, { apostropheAfter }: Spelling): string {
  if (apostropheAfter === undefined) return capitalised(word);
  return `${capitalised(word.slice(0, apostropheAfter))}'${word.slice(apostropheAfter)}`;
}

/** Returns the word with a capital by Turkish rules; as it is where lower case would not give it back. */
export function capitalised(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 32);
  const capital = first.toLocaleUpperCase("tr");
  const isReversible = capital.toLocaleLowerCase("tr") === first;
  return isReversible ? capital + word.slice(first.length) : word;
}
