import {
  isCompoundInflection,
  isDerivation,
  isFamily,
  isInflection,
  isJoinedInflection,
  isOwnedInflection,
} from "./endings.ts";
import { ORDINARY_WORDS, PEOPLE, PEOPLES, PLACES } from "./lexicon.ts";

/** The reading of a word as a name, without its context. */
export interface NameReading {
  readonly name: string;
  /** Whether an apostrophe separates the name from its endings. */
  readonly takesApostrophe: boolean;
  readonly isBare: boolean;
  readonly isCertain: boolean;
  readonly isGivenName: boolean;
  readonly isSurname: boolean;
  readonly isPlace: boolean;
}

const CERTAIN_NAMES = [
  PEOPLE.givenNames,
  PEOPLE.surnames,
  PEOPLE.singleNames,
  PLACES.places,
  PLACES.compoundPlaces,
  PEOPLES.peoples,
  PEOPLES.languages,
];
const MIN_NAME_LETTERS = 2;

/** Reads a lower-case word as a name with or without endings, the longest name first; undefined where there is none. */
export function readName(word: string): NameReading | undefined {
  for (let length = word.length; length >= MIN_NAME_LETTERS; length -= 1) {
    const name = word.slice(0, length);
    const facts = factsOf(name);
    if (facts === undefined) continue;
    const join = joinOf(name, word.slice(length), facts);
    if (join === undefined) continue;
    const isCertain = facts.isCertain && !ORDINARY_WORDS.has(word);
    return { ...facts, name, isCertain, isBare: length === word.length, ...join };
  }
  return undefined;
}

type NameFacts = Pick<NameReading, "isCertain" | "isGivenName" | "isSurname" | "isPlace">;

function factsOf(name: string): NameFacts | undefined {
  const isCertain = CERTAIN_NAMES.some((names) => names.has(name));
  const isGivenName = PEOPLE.givenNames.has(name) || PEOPLE.givenNamesLikeWords.has(name);
  const isSurname = PEOPLE.surnames.has(name) || PEOPLE.surnamesLikeWords.has(name);
  const isPlace = Object.values(PLACES).some((places) => places.has(name));
  if (!isCertain && !isGivenName && !isSurname && !isPlace) return undefined;
  return { isCertain, isGivenName, isSurname, isPlace };
}

function joinOf(
  name: string,
  ending: string,
  { isPlace, isCertain }: NameFacts,
): Pick<NameReading, "takesApostrophe"> | undefined {
  if (ending === "") return { takesApostrophe: false };
  if (PEOPLES.languages.has(name)) {
    return isJoinedInflection(name, ending) ? { takesApostrophe: false } : undefined;
  }
  const isInflected =
    isInflection(name, ending) ||
    ((isPlace || name === "allah") && isOwnedInflection(name, ending)) ||
    (PLACES.compoundPlaces.has(name) && isCompoundInflection(name, ending));
  if (isInflected) return { takesApostrophe: true };
  const takes = isPlace || PEOPLES.peoples.has(name) ? isDerivation : isFamily;
  return isCertain && takes(name, ending) ? { takesApostrophe: false } : undefined;
}
