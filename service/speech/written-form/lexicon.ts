/** The names and ordinary words that the written form is based on, all in lower case. */

import namePhrases from "../language/name-phrases.json" with { type: "json" };
import ordinary from "../language/ordinary-words.json" with { type: "json" };
import people from "../language/people.json" with { type: "json" };
import peoples from "../language/peoples.json" with { type: "json" };
import places from "../language/places.json" with { type: "json" };

function setsOf<Name extends string>(lists: Readonly<Record<Name, readonly string[]>>) {
  const sets = Object.entries<readonly string[]>(lists).map(([name, list]) => [
    name,
    new Set(list),
  ]);
  return Object.fromEntries(sets) as Readonly<Record<Name, ReadonlySet<string>>>;
}

/** Names of persons, some of which are ordinary words too, and the titles, kinship terms and introductions next to them. */
export const PEOPLE = setsOf(people);
/** Peoples, and languages, whose endings are joined to them without an apostrophe. */
export const PEOPLES = setsOf(peoples);
/** Names of places; compound ones are possessives and decline as such: Kuşadası'na. */
export const PLACES = setsOf(places);

/** A name of several words; those that take no apostrophe are institutions. */
export interface NamePhrase {
  readonly words: readonly string[];
  readonly takesApostrophe: boolean;
}

const { names, institutions, ...heads } = namePhrases;

/** Names of several words, longest first. */
export const NAME_PHRASES: readonly NamePhrase[] = [
  ...names.map((name) => ({ words: name.split(" "), takesApostrophe: true })),
  ...institutions.map((name) => ({ words: name.split(" "), takesApostrophe: false })),
].toSorted((one, other) => other.words.length - one.words.length);
/**
 * Words that form a name with the word before them: of a place, İstiklal Caddesi'nde, or of an institution, without an
 * apostrophe; also the namesakes of such places.
 */
export const HEADS = setsOf(heads);

/** Ordinary words that could be read as a name, or as a name with an ending. */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(ordinary.words);

const ORDINARY_BEFORE = new Map<string, readonly string[]>(Object.entries(ordinary.before));

/** Returns whether the word after a name shows that it is the ordinary word of the same spelling: "defne yaprağı". */
export function isOrdinaryBefore(name: string, after: string): boolean {
  // A space at the end of a listed beginning stands for the end of the word.
  return ORDINARY_BEFORE.get(name)?.some((beginning) => `${after} `.startsWith(beginning)) === true;
}
