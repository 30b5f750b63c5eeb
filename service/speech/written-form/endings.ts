import endings from "../language/name-endings.json" with { type: "json" };
import {
  closeVowelAfter,
  isVoiceless,
  isVowel,
  lastVowelOf,
  openVowelAfter,
} from "../language/turkish-letters.ts";

/**
 * As grammars write them: A is a or e, I is ı, i, u or ü, D is d or t, C is c or ç; letters in parentheses part sounds.
 */
const { cases, persons, owners, family, ...others } = endings;
/** What follows a proper name behind an apostrophe. */
const INFLECTIONS = [
  ...cases,
  ...persons,
  ...[...persons, ...others.personsAfterPlace].map((person) => `DA${person}`),
  ...others.relatives.flatMap((relative) => [`DA${relative}`, `(n)In${relative}`]),
  ...others.others,
];
const OWNED_INFLECTIONS = owners.flatMap((owner) => [owner, ...cases.map((one) => owner + one)]);
/** After a word that a name has become part of, and after the name of a language: no apostrophe. */
const JOINED_INFLECTIONS = ["", ...INFLECTIONS, ...OWNED_INFLECTIONS, ...others.possessed];

const FRONT_OF: Readonly<Record<string, string>> = { a: "e", o: "ö", u: "ü" };

type Check = (stem: string, ending: string) => boolean;

const takesOneOf =
  (patterns: readonly string[]): Check =>
  (stem, ending) =>
    vowelsBehind(stem).some((vowel) =>
      patterns.some((pattern) => attached(stem, pattern, vowel) === ending),
    );

/** Says whether a proper name takes an ending behind an apostrophe. */
export const isInflection = takesOneOf(INFLECTIONS);
/** Says whether an ending tells whose a place is: Türkiye'miz. */
export const isOwnedInflection = takesOneOf(OWNED_INFLECTIONS);
/** Says whether a name that ends in a possessive takes an ending: Odunpazarı'nda. */
export const isCompoundInflection = takesOneOf(others.compound);
/** Says whether a name of a language takes an ending, which is joined to it: Türkçenin. */
export const isJoinedInflection = takesOneOf(JOINED_INFLECTIONS);

const isDerivedBy =
  (derivations: readonly string[]): Check =>
  (stem, ending) =>
    derivations.some((derivation) => {
      const derived = attached(stem, derivation, lastVowelOf(stem));
      const rest = ending.slice(derived.length);
      return ending.startsWith(derived) && isJoinedInflection(stem + derived, rest);
    });

/** Says whether an ending makes another word of a name, with or without more endings: Ankaralı, Ankaralının. */
export const isDerivation = isDerivedBy([...family, ...others.derivations]);
/** Says whether an ending makes a person's name the name of their family: Ayşeler. */
export const isFamily = isDerivedBy(family);

/** The vowels that endings may follow: a soft l asks for front ones, as in Kemal'in. */
function vowelsBehind(stem: string): readonly string[] {
  const vowel = lastVowelOf(stem);
  return stem.endsWith("l") ? [vowel, FRONT_OF[vowel] ?? vowel] : [vowel];
}

/** Joins "(y)A" to "ali" as "ye": letters of the ending only. */
function attached(stem: string, pattern: string, stemVowel: string): string {
  let vowel = stemVowel;
  let last = stem.at(-1) ?? "";
  let ending = "";
  for (const [, buffer, letter] of pattern.matchAll(/\((.)\)|(.)/gu)) {
    // Only the vowel buffer parts consonants; the others part a vowel from what follows.
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
