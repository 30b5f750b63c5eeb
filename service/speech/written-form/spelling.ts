import { isInflection } from "./endings.ts";

/** How a word that is a name, or belongs to one, is written. */
export interface Spelling {
  /** Letters before the apostrophe; undefined where there is none. */
  readonly apostropheAfter?: number;
}

/** Returns the spelling of a word that is `name`, with or without an ending of case or person; otherwise undefined. */
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

/** Returns a word with a capital by Turkish rules; unchanged where lower-casing would not restore it. */
export function capitalised(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 32);
  const capital = first.toLocaleUpperCase("tr");
  const isReversible = capital.toLocaleLowerCase("tr") === first;
  return isReversible ? capital + word.slice(first.length) : word;
}
