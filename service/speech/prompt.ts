import { ALPHABET, CIRCUMFLEXES, SOFTENED } from "#turkish/alphabet.ts";
import { LIMITS } from "../contract/limits.ts";
import { normalize } from "./normalize/normalize.ts";
import { isCompoundInflection, isDerivation, isInflection } from "./written-form/endings.ts";
import type { TimedWord } from "./written-form/sentences.ts";

interface SpelledWord {
  readonly written: string;
  readonly spoken: readonly string[];
}

/** Words that a client expects, and how it spells them. */
export interface Prompt {
  /** Spoken forms in lower case; the form of one written word may be several words, separated by spaces. */
  readonly phrases: readonly string[];
  readonly spellings: readonly SpelledWord[];
}

export const NO_PROMPT: Prompt = { phrases: [], spellings: [] };

/** Minimum length in characters: shorter words are recognised well enough, and too many others begin with them. */
const MIN_WORD_CHARACTERS = 3;
/** Sentences of fewer words are taken for lists of names: a capital at their beginning belongs to the name. */
const MIN_SENTENCE_WORDS = 4;
/** Names are often heard with spaces where they have none; the letters of a shorter one may be those of other words. */
const MIN_OTHER_SPACES_LETTERS = 5;
/** Letters that the recogniser does not write, and what it writes instead. */
const HEARD_AS: Readonly<Record<string, string>> = { ...CIRCUMFLEXES, q: "k", w: "v", x: "ks" };
const NO_LETTERS = new RegExp(`[^${ALPHABET}]+`, "gu");

/** Reads the words of a prompt, within LIMITS; a text without words is NO_PROMPT. */
export function parsePrompt(text: string): Prompt {
  const words = promptWords(text.slice(0, LIMITS.promptCharacters)).slice(0, LIMITS.promptWords);
  const phrases = new Set<string>();
  const spellings: SpelledWord[] = [];
  for (const { written, hasOwnSpelling } of words) {
    for (const reading of readings(written)) {
      if (reading.length < MIN_WORD_CHARACTERS || phrases.has(reading)) continue;
      phrases.add(reading);
      if (hasOwnSpelling) spellings.push({ written, spoken: reading.split(" ") });
    }
  }
  return phrases.size === 0 ? NO_PROMPT : { phrases: [...phrases], spellings };
}

/** Spells recognised words as the prompt does, with their endings; several that match one written word become one. */
export function spelledByPrompt<Word extends TimedWord>(
  words: readonly Word[],
  { spellings }: Prompt,
): readonly Word[] {
  if (spellings.length === 0) return words;
  const spelled: Word[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at]!;
    const { text, count } = longestAt(words, at, spellings) ?? { count: 1 };
    const { end, written } = words[at + count - 1]!;
    // The punctuation is that of the last word.
    const own = written === undefined ? {} : { written };
    spelled.push(text === undefined ? word : { ...word, ...own, text, end, isSpelled: true });
    at += count;
  }
  return spelled;
}

/** Returns the words of a prompt; one has its own spelling if it has capitals other than at the beginning of a sentence. */
function promptWords(text: string) {
  return text.split(/(?<=[.?!…])\s+|\n/u).flatMap((sentence) => {
    const words = sentence
      .split(/[\s,;:()[\]"“”«»/]+/u)
      .map((word) => word.replaceAll(/^['’\p{P}]+|['’\p{P}]+$/gu, "").replace(/['’].*$/u, ""))
      .filter((word) => word !== "");
    const isSentence = /[.?!…]\s*$/u.test(sentence) && words.length >= MIN_SENTENCE_WORDS;
    return words.map((written, at) => {
      const inner = at === 0 && isSentence ? written.slice(1) : written;
      return { written, hasOwnSpelling: inner !== lowerCase(inner) };
    });
  });
}

/** Returns the ways a written word may be spoken: as it is read aloud, and letter for letter. */
function readings(written: string): readonly string[] {
  const aloud = normalize(written).join(" ");
  return [...new Set([aloud, written].map(spokenLetters))].filter((reading) =>
    /[aeıioöuü]/u.test(reading),
  );
}

function spokenLetters(text: string): string {
  return lowerCase(text)
    .replaceAll(/[âîûqwx]/gu, (letter) => HEARD_AS[letter] ?? letter)
    .replaceAll(NO_LETTERS, " ")
    .trim();
}

function lowerCase(text: string): string {
  return text.toLocaleLowerCase("tr");
}

/** Returns the longest spelling that matches at a word, and how many recognised words it covers. */
function longestAt(words: readonly TimedWord[], at: number, spellings: readonly SpelledWord[]) {
  let longest: { text: string; count: number; letters: number } | undefined;
  for (const { written, spoken } of spellings) {
    const stem = spoken.join("");
    if (stem.length <= (longest?.letters ?? 0)) continue;
    const { heard, count } = heardAt(words, at, stem.length);
    if (count !== spoken.length && stem.length < MIN_OTHER_SPACES_LETTERS) continue;
    const text = spellingOf(heard, written, stem);
    if (text !== undefined) longest = { text, count, letters: stem.length };
  }
  return longest;
}

/** Returns the letters of as many recognised words as have at least `letters`, and how many they are. */
function heardAt(words: readonly TimedWord[], at: number, letters: number) {
  let heard = "";
  let count = 0;
  while (heard.length < letters && at + count < words.length) {
    heard += words[at + count]!.text;
    count += 1;
  }
  return { heard, count };
}

/** Returns the written word with the ending that was recognised after it; undefined where something else was recognised. */
function spellingOf(heard: string, written: string, stem: string): string | undefined {
  if (heard === stem) return written;
  const ending = endingOf(heard, stem);
  if (ending === undefined) return undefined;
  const isCompound = /[ıiuü]$/u.test(stem) && isCompoundInflection(stem, ending);
  if (isInflection(stem, ending) || isCompound) return `${written}'${ending}`;
  return isDerivation(stem, ending) ? written + ending : undefined;
}

/** Returns the ending after a stem, whose last letter it may have softened: "zonguldağa" is "zonguldak" and "a". */
function endingOf(heard: string, stem: string): string | undefined {
  if (heard.startsWith(stem)) return heard.slice(stem.length);
  const softened = stem.slice(0, -1) + (SOFTENED[stem.at(-1) ?? ""] ?? "");
  return softened.length === stem.length && heard.startsWith(softened)
    ? heard.slice(stem.length)
    : undefined;
}
