/** The names and ordinary words that written Turkish is made by, all in lower case. */

import namePhrases from "../language/name-phrases.json" with { type: "json" };
import ordinary from "../language/ordinary-words.json" with { type: "json" };
import people from "../language/people.json" with { type: "json" };
import peoples from "../language/peoples.json" with { type: "json" };
import places from "../language/places.json" with { type: "json" };

type Words = ReadonlySet<string>;

/** First names that mean nothing else in the form they are listed in. */
export const GIVEN_NAMES: Words = new Set(people.givenNames);
/** First names that are ordinary words as well, in every form. */
export const GIVEN_NAMES_LIKE_WORDS: Words = new Set(people.givenNamesLikeWords);
/** Surnames that mean nothing else. */
export const SURNAMES: Words = new Set(people.surnames);
/** Surnames that are ordinary words as well. */
export const SURNAMES_LIKE_WORDS: Words = new Set(people.surnamesLikeWords);
/** Persons of one name. */
export const SINGLE_NAMES: Words = new Set(people.singleNames);
/** Said after somebody's name and written with a capital. */
export const TITLES_AFTER_NAMES: Words = new Set(people.titlesAfterNames);
/** Said after somebody's name and written without a capital. */
export const KINSHIP_AFTER_NAMES: Words = new Set(people.kinshipAfterNames);
/** Said before somebody's name and written with a capital there. */
export const TITLES_BEFORE_NAMES: Words = new Set(people.titlesBeforeNames);
/** Said before somebody's name when people are introduced. */
export const INTRODUCTIONS: Words = new Set(people.introductions);

export const PEOPLES: Words = new Set(peoples.peoples);
/** Languages; endings are joined to them without an apostrophe. */
export const LANGUAGES: Words = new Set(peoples.languages);

/** Names of cities, countries, continents and regions that mean nothing else. */
export const PLACES: Words = new Set(places.places);
/** Places whose names are ordinary words as well. */
export const PLACES_LIKE_WORDS: Words = new Set(places.placesLikeWords);
/** Places whose names are possessives and decline as such: Kuşadası'na. */
export const COMPOUND_PLACES: Words = new Set(places.compoundPlaces);

/** A name of several words; those that take no apostrophe are institutions. */
export interface NamePhrase {
  readonly words: readonly string[];
  readonly takesApostrophe: boolean;
}

const phrases = (names: readonly string[], takesApostrophe: boolean): readonly NamePhrase[] =>
  names.map((name) => ({ words: name.split(" "), takesApostrophe }));

/** Names of several words, longest first. */
export const NAME_PHRASES: readonly NamePhrase[] = [
  ...phrases(namePhrases.names, true),
  ...phrases(namePhrases.institutions, false),
].toSorted((one, other) => other.words.length - one.words.length);
/** Words that make a place's name of the name before them: İstiklal Caddesi'nde. */
export const PLACE_HEADS: Words = new Set(namePhrases.placeHeads);
/** The same for institutions, which take no apostrophe: Ankara Üniversitesinde. */
export const INSTITUTION_HEADS: Words = new Set(namePhrases.institutionHeads);
/** Words that streets and squares are named after, beside persons and places. */
export const NAMESAKES: Words = new Set(namePhrases.namesakes);

/** Ordinary words that could be read as a name, or as a name with an ending. */
export const ORDINARY_WORDS: Words = new Set(ordinary.words);

const ORDINARY_BEFORE = new Map<string, readonly string[]>(Object.entries(ordinary.before));

/** Says whether the word after it shows that a name is the ordinary word spelled like it: "defne yaprağı". */
export function isOrdinaryBefore(name: string, after: string): boolean {
  // A space at the end of a listed beginning stands for the end of the word.
  return ORDINARY_BEFORE.get(name)?.some((beginning) => `${after} `.startsWith(beginning)) === true;
}
