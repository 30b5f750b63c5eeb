/** Recognises stems: of a verb, with the suffixes that derive further verbs, or of any word with its endings. */

import { hardened } from "../words/listed-root.ts";
import type { WordLists } from "../words/word-lists.ts";

/** Passive, reflexive, causative, reciprocal, and the link of compound verbs: "yapıl", "yaptır", "anlata". */
const VERB_FROM_VERB = [
  /[ıiuü]?[ln]/uy,
  /[dt][ıiuü]r/uy,
  /[ıiuü]?ş/uy,
  /[ıiuü]?t/uy,
  /[aeıiuü]r/uy,
  /l[ae]/uy,
  /y?[ae]/uy,
];
const VERB_FROM_NOUN = [/l[ae](?:[nşt]|ştır)?/uy];

/** Endings of nouns, and those that follow a tense, without regard to their order. */
const NOUN_FROM_NOUN = [
  /l[ae]r/uy,
  /[yns]?[ıiuü]/uy,
  /[yn]?[ae]/uy,
  /[ns]?[ıiuü]n/uy,
  /n?[dt][ae]n?/uy,
  /[ıiuü]?[mn](?:[ıiuü]z)?/uy,
  /ki/uy,
  /l[ıiuü][kğ]?/uy,
  /s[ıiuü]z/uy,
  /[cç][ıiuü][kğ]?/uy,
  /n?[cç][ae]/uy,
  /y?l[ae]/uy,
  /y?[dt][ıiuü][kmn]?/uy,
  /y?m[ıiuü]ş/uy,
  /y?s[ae][kmn]?/uy,
  /[dt][ıiuü]r/uy,
  /y?ken/uy,
  /[cç][ae]s[ıiuü]n[ae]/uy,
  /s[ıiuü]n(?:[ıiuü]z)?/uy,
  /y?[ıiuü][mz]/uy,
  /ş?[ae]r/uy,
  /[ıiuü]nc[ıiuü]/uy,
  /s[ae]l/uy,
];
const NOUN_FROM_VERB = [
  /m[ae][kğ]?/uy,
  /y?[ıiuü]ş/uy,
  /y?[ıiuü]p/uy,
  /[dt][ıiuü][kğmn]?/uy,
  /m[ıiuü]ş/uy,
  /y?[ae]c[ae][kğ]/uy,
  /[ıiuü]?yor/uy,
  /[aeıiuü]?r/uy,
  /m[ae]z/uy,
  /s[ae][kmn]?/uy,
  /y?[ae]n/uy,
  /y?[ıiuü]c[ıiuü]/uy,
  /y?[ae]r[ae]k/uy,
  /y?[ıiuü]nc[ae]/uy,
  /s[ıiuü]n/uy,
  /y?[ae](?:y[ıi]m|l[ıi]m)/uy,
  /m[ae]l[ıi]/uy,
  /y?[ıiuü]n(?:[ıiuü]z)?/uy,
  /g[ıiuü]n?/uy,
  /[ıiuü]/uy,
  /[ıiuü]?nt[ıiuü]/uy,
  /[ıiuü]?[kğ]/uy,
];

export class Stems {
  readonly #lists: WordLists;

  constructor(lists: WordLists) {
    this.#lists = lists;
  }

  /** Whether it is the stem of a verb: known, derived from a known one, or (if `fromNouns`) from a noun by -lA. */
  isVerb(part: string, fromNouns = true): boolean {
    if (part === "") return false;
    if (this.isKnownVerb(part)) return true;
    for (let end = 2; end < part.length; end += 1) {
      if (this.isKnownVerb(part.slice(0, end)) && consistsOf(part, end, VERB_FROM_VERB))
        return true;
    }
    return fromNouns && /l[ae]$/u.test(part) && this.isNoun(part.slice(0, -2));
  }

  /** Whether it is a known headword, names included. */
  isNoun(part: string): boolean {
    return this.#lists.stems.has(part) || this.#lists.names.has(part);
  }

  /** Whether a whole word is a known stem, with or without endings. */
  isInflected(word: string): boolean {
    const { stems, people, verbs } = this.#lists;
    for (let end = word.length; end > 1; end -= 1) {
      const stem = word.slice(0, end);
      const bare = end > 2 && end < word.length ? hardened(stem) : stem;
      const isNoun = stems.has(stem) || people.has(stem) || stems.has(bare);
      const isVerb = verbs.has(stem) || verbs.has(bare);
      if ((isNoun || isVerb) && endsInNoun(word, end, isNoun, isVerb)) return true;
    }
    return false;
  }

  /** Whether it is the stem of a verb that has an entry. */
  isKnownVerb(part: string): boolean {
    const { verbs } = this.#lists;
    return verbs.has(part) || verbs.has(hardened(part));
  }
}

/** Returns whether a word is, from an index on, a sequence of such parts; each index is visited once. */
function consistsOf(word: string, from: number, parts: readonly RegExp[]): boolean {
  const reached = new Set([from]);
  for (let at = from; at < word.length; at += 1) {
    if (reached.has(at)) for (const end of ends(word, at, parts)) reached.add(end);
  }
  return reached.has(word.length);
}

/** Returns whether a stem's endings, from an index on, can be those of a noun or of a verb with its tense. */
function endsInNoun(word: string, from: number, isNoun: boolean, isVerb: boolean): boolean {
  const nouns = new Set(isNoun ? [from] : []);
  const verbs = new Set(isVerb ? [from] : []);
  for (let at = from; at < word.length; at += 1) {
    if (nouns.has(at)) {
      for (const end of ends(word, at, NOUN_FROM_NOUN)) nouns.add(end);
      for (const end of ends(word, at, VERB_FROM_NOUN)) verbs.add(end);
    }
    if (verbs.has(at)) {
      for (const end of ends(word, at, NOUN_FROM_VERB)) nouns.add(end);
      for (const end of ends(word, at, VERB_FROM_VERB)) verbs.add(end);
    }
  }
  return nouns.has(word.length) || (isVerb && verbs.has(word.length));
}

function ends(word: string, at: number, parts: readonly RegExp[]): number[] {
  return parts.flatMap((part) => {
    part.lastIndex = at;
    const length = part.exec(word)?.[0].length ?? 0;
    return length === 0 ? [] : [at + length];
  });
}
