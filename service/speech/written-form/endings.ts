import endings from "../language/name-endings.json" with { type: "json" };
import {
  closeVowelAfter,
  isVoiceless,
  isVowel,
  lastVowelOf,
  openVowelAfter,
} from "../language/turkish-letters.ts";

/**
 * In the notation of grammars: A is a or e, I is ı, i, u or ü, D is d or t, C is c or ç; letters in parentheses are buffers.
 */
const { cases, persons, owners, family, ...others } = endings;
/** Endings that follow a proper name after an apostrophe. */
const INFLECTIONS = [
  ...cases,
  ...persons,
  ...[...persons, ...others.personsAfterPlace].map((person) => `DA${person}`),
  ...others.relatives.flatMap((relative) => [`DA${relative}`, `(n)In${relative}`]),
  ...others.others,
];
const OWNED_INFLECTIONS = owners.flatMap((owner) => [owner, ...cases.map((one) => owner + one)]);
/** Endings without an apostrophe: after a word derived from a name, and after the name of a language. */
const JOINED_INFLECTIONS = ["", ...INFLECTIONS, ...OWNED_INFLECTIONS, ...others.possessed];

const FRONT_OF: Readonly<Record<string, string>> = { a: "e", o: "ö", u: "ü" };

type Check = (stem: string, ending: string) => boolean;

const takesOneOf =
  (patterns: readonly string[]): Check =>
  (stem, ending) =>
    vowelsBehind(stem).some((vowel) =>
      patterns.some((pattern) => attached(stem, pattern, vowel) === ending),
    );

/** Returns whether a proper name takes an ending after an apostrophe. */
export const isInflection = takesOneOf(INFLECTIONS);
/** Returns whether an ending says whose a place is: Türkiye'miz. */
export const isOwnedInflection = takesOneOf(OWNED_INFLECTIONS);
/** Returns whether a name that ends in a possessive takes an ending: Odunpazarı'nda. */
export const isCompoundInflection = takesOneOf(others.compound);
/** Returns whether a name of a language takes an ending, which is joined to it: Türkçenin. */
export const isJoinedInflection = takesOneOf(JOINED_INFLECTIONS);

const isDerivedBy =
  (derivations: readonly string[]): Check =>
  (stem, ending) =>
    derivations.some((derivation) => {
      const derived = attached(stem, derivation, lastVowelOf(stem));
      const rest = ending.slice(derived.length);
      return ending.startsWith(derived) && isJoinedInflection(stem + derived, rest);
    });

/** Returns whether an ending derives another word from a name, with or without further endings: Ankaralı, Ankaralının. */
export const isDerivation = isDerivedBy([...family, ...others.derivations]);
/** Returns whether an ending makes a person's name the name of the family: Ayşeler. */
export const isFamily = isDerivedBy(family);

/** Returns the vowels that an ending may harmonise with; after a soft l, a front vowel too, as in Kemal'in. */
function vowelsBehind(stem: string): readonly string[] {
  const vowel = lastVowelOf(stem);
  return stem.endsWith("l") ? [vowel, FRONT_OF[vowel] ?? vowel] : [vowel];
}

/** Returns the letters of an ending as it is attached to a stem: "(y)A" after "ali" gives "ye". */
function attached(stem: string, pattern: string, stemVowel: string): string {
  let vowel = stemVowel;
  let last = stem.at(-1) ?? "";
  let ending = "";
  for (const [, buffer, letter] of pattern.matchAll(/\((.)\)|(.)/gu)) {
    // The buffer I is used only after a consonant, the others only after a vowel.
    if (buffer !== undefined && isVowel(last) === (buffer === "I")) continue;
    last = soundOf(buffer ?? letter ?? "", vowel, last);
    if (isVowel(last)) vowel = last;
    ending += last;
  }
  return ending;
}

function soundOf(letter: string, vowel: string, before: string): string {
  if (letter === "A") return openVowelAfter(vowel);
  if (letter === "I") return closeVowelAfter(vowel);
  if (letter === "D") return isVoiceless(before) ? "t" : "d";
  if (letter === "C") return isVoiceless(before) ? "ç" : "c";
  return letter;
}
