/**
 * Finds the stressed syllable of a word: the first of those that its root and its endings stress, or else the last one (Oflazer
 * and Inkelas, "A finite state pronunciation lexicon for Turkish").
 */

import known from "./known-words.json" with { type: "json" };
import { MAX_WORD_LETTERS } from "../words/letter-marks.ts";
import { WORD_LISTS, type WordLists } from "../words/word-lists.ts";
import { endingSyllables } from "./endings.ts";
import { Roots } from "./roots.ts";
import { Stems } from "./stems.ts";
import { syllableStarts } from "./syllables.ts";

/** The context of a word in its sentence. */
export interface WordPlace {
  /** The root of a word that is written as a name, in lower case: "serdivan" of "Serdivan'daki". */
  readonly name?: string;
  /** Whether a comma or the sentence's end follows. */
  readonly endsClause?: boolean;
  /** Whether it is the name of a person who is called: "AHmet!" */
  readonly isCalled?: boolean;
}

const UNSTRESSED: ReadonlySet<string> = new Set(known.unstressed);
const QUESTION_PARTICLE =
  /^m[ıiuü](?:y[ıiuü]m|s[ıiuü]n|y[ıiuü]z|s[ıiuü]n[ıiuü]z|d[ıiuü]r|yd[ıiuü]\p{L}*|ym[ıiuü]ş\p{L}*|ys[ae]\p{L}*|ş|l[ae]r)?$/u;

export class StressRules {
  readonly #lists: WordLists;
  readonly #stems: Stems;
  readonly #roots: Roots;

  constructor(lists: WordLists) {
    this.#lists = lists;
    this.#stems = new Stems(lists);
    this.#roots = new Roots(lists, this.#stems);
  }

  /**
   * Returns the stressed syllable of a lower-case word, counted from 0 by its vowel letters; undefined where the word is a
   * clitic or has no vowel.
   */
  stressedSyllable(
    written: string,
    { name = "", endsClause = false, isCalled = false }: WordPlace = {},
  ): number | undefined {
    const [stem = "", suffix] = written.split("'", 2);
    const word = suffix === undefined ? stem : stem + suffix;
    const count = syllableStarts(word).length;
    if (count === 0 || UNSTRESSED.has(word) || QUESTION_PARTICLE.test(word)) return undefined;
    if (word.length > MAX_WORD_LETTERS) return count - 1;
    if (isCalled) return Math.max(0, count - 2);
    const root = this.#roots.of(word, name);
    const fromEndings = endingSyllables(
      { word, rootEnd: root.end, endsClause },
      this.#stems,
      this.#lists,
    );
    const all = root.syllable === undefined ? fromEndings : [root.syllable, ...fromEndings];
    const isKnown = root.end > 0 || all.length > 0;
    const syllable = isKnown
      ? Math.min(...all, count - 1)
      : (this.#roots.unknown(word) ?? count - 1);
    return Math.min(syllable, count - 1);
  }
}

/**
 * Returns the root, in lower case, of a word that is written with a capital: what stands before its apostrophe, or the
 * whole word unless it is a common one that begins a sentence or a title; else "".
 */
export function nameRoot(word: string, beginsSentence = false): string {
  const [root = "", suffix] = word.split("'", 2);
  if (suffix !== undefined) return root;
  if (beginsSentence) return "";
  const isCommon =
    WORD_LISTS.stems.has(word) || (!WORD_LISTS.names.has(word) && STEMS.isInflected(word));
  return isCommon ? "" : word;
}

/** Returns whether a lower-case word is a given name that means nothing else. */
export function isPerson(word: string): boolean {
  return WORD_LISTS.people.has(word) && !WORD_LISTS.stems.has(word);
}

const STEMS = new Stems(WORD_LISTS);
const RULES = new StressRules(WORD_LISTS);

/** Like `StressRules.stressedSyllable`, with the bundled lists. */
export function stressedSyllable(word: string, place?: WordPlace): number | undefined {
  return RULES.stressedSyllable(word, place);
}
