import { isCompoundInflection, isDerivation } from "./endings.ts";
import { HEADS, NAME_PHRASES, type NamePhrase } from "./lexicon.ts";
import type { NameReading } from "./name-reading.ts";
import { spellingOf, type Spelling } from "./spelling.ts";

/** Finds names of several words in a sentence: "güney koreye", "sağlık bakanlığında". */
export function phraseSpellings(words: readonly string[]): ReadonlyMap<number, Spelling> {
  const spellings = new Map<number, Spelling>();
  for (let at = 0; at < words.length; at += 1) {
    const found = NAME_PHRASES.find((phrase) => lastSpelling(phrase, words, at) !== undefined);
    if (found === undefined) continue;
    for (const index of found.words.keys()) spellings.set(at + index, {});
    at += found.words.length - 1;
    spellings.set(at, lastSpelling(found, words, at - found.words.length + 1) ?? {});
  }
  return spellings;
}

/** Returns the spelling of the last word of a phrase that begins at index `at`; undefined where the phrase is not there. */
function lastSpelling(
  { words: parts, takesApostrophe }: NamePhrase,
  words: readonly string[],
  at: number,
): Spelling | undefined {
  const isSame = parts.slice(0, -1).every((part, index) => words[at + index] === part);
  if (!isSame) return undefined;
  return lastWordSpelling(parts.at(-1) ?? "", words[at + parts.length - 1] ?? "", takesApostrophe);
}

/** Finds streets, lakes, universities and the like, which form a name with the word before them. */
export function headSpellings(
  words: readonly string[],
  readings: readonly (NameReading | undefined)[],
): ReadonlyMap<number, Spelling> {
  const spellings = new Map<number, Spelling>();
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    const reading = readings[at - 1];
    if (before === undefined || !(reading?.isBare === true || HEADS.namesakes.has(before)))
      continue;
    const spelling = headSpelling(word, reading?.isPlace === true || before === "atatürk");
    if (spelling === undefined) continue;
    spellings.set(at - 1, {});
    spellings.set(at, spelling);
  }
  return spellings;
}

function headSpelling(word: string, isPlaceBefore: boolean): Spelling | undefined {
  for (const head of HEADS.placeHeads) {
    const spelling = lastWordSpelling(head, word, true);
    if (spelling !== undefined) return spelling;
  }
  const isInstitution = [...HEADS.institutionHeads].some(
    (head) => lastWordSpelling(head, word, false) !== undefined,
  );
  return isPlaceBefore && isInstitution ? {} : undefined;
}

/** Returns the spelling of a word that is the last one of a name, with or without endings; otherwise undefined. */
function lastWordSpelling(
  name: string,
  word: string,
  takesApostrophe: boolean,
): Spelling | undefined {
  if (!word.startsWith(name)) return undefined;
  const ending = word.slice(name.length);
  const isCompound = isCompoundInflection(name, ending);
  const spelling = spellingOf(name, word) ?? (isCompound && { apostropheAfter: name.length });
  if (spelling) return takesApostrophe ? spelling : {};
  return isDerivation(name, ending) ? {} : undefined;
}
