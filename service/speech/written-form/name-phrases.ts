import { isCompoundInflection, isDerivation, isInflection } from "./endings.ts";
import {
  INSTITUTION_HEADS,
  NAME_PHRASES,
  NAMESAKES,
  PLACE_HEADS,
  type NamePhrase,
} from "./lexicon.ts";
import type { NameReading } from "./name-reading.ts";
import type { Spelling } from "./spelling.ts";

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

/** How the last word of a phrase that begins at a place is spelled; undefined where the phrase is not there. */
function lastSpelling(
  { words: parts, takesApostrophe }: NamePhrase,
  words: readonly string[],
  at: number,
): Spelling | undefined {
  const isSame = parts.slice(0, -1).every((part, index) => words[at + index] === part);
  if (!isSame) return undefined;
  return spellingOf(parts.at(-1) ?? "", words[at + parts.length - 1] ?? "", takesApostrophe);
}

/** Finds streets, lakes, universities and the like, which carry the name before them. */
export function headSpellings(
  words: readonly string[],
  readings: readonly (NameReading | undefined)[],
): ReadonlyMap<number, Spelling> {
  const spellings = new Map<number, Spelling>();
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    const reading = readings[at - 1];
    if (before === undefined || !(reading?.isBare === true || NAMESAKES.has(before))) continue;
    const spelling = headSpelling(word, reading?.isPlace === true || before === "atatürk");
    if (spelling === undefined) continue;
    spellings.set(at - 1, {});
    spellings.set(at, spelling);
  }
  return spellings;
}

function headSpelling(word: string, isPlaceBefore: boolean): Spelling | undefined {
  for (const head of PLACE_HEADS) {
    const spelling = spellingOf(head, word, true);
    if (spelling !== undefined) return spelling;
  }
  if (!isPlaceBefore) return undefined;
  const head = [...INSTITUTION_HEADS].find((one) => spellingOf(one, word, false) !== undefined);
  return head === undefined ? undefined : {};
}

/** The spelling of a word that is a name's last one, with or without endings; undefined where it is none. */
function spellingOf(name: string, word: string, takesApostrophe: boolean): Spelling | undefined {
  if (!word.startsWith(name)) return undefined;
  const ending = word.slice(name.length);
  if (ending === "") return {};
  const isInflected = isInflection(name, ending) || isCompoundInflection(name, ending);
  if (isInflected) return takesApostrophe ? { apostropheAfter: name.length } : {};
  return isDerivation(name, ending) ? {} : undefined;
}
