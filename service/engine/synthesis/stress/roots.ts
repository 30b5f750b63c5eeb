/** The stress of a word by its root: listed words, names of places, and likely stress of words in no list. */

import known from "./known-words.json" with { type: "json" };
import type { WordLists } from "../words/word-lists.ts";
import { beginsLikeEnding, hardened, listedRootEnd } from "../words/listed-root.ts";
import type { Stems } from "./stems.ts";
import { sezerSyllable, syllableBefore, syllableStarts } from "./syllables.ts";

export interface Root {
  /** Where the root ends. */
  readonly end: number;
  /** Its stressed syllable, counted from 0; undefined where its endings or the last syllable are stressed. */
  readonly syllable: number | undefined;
}

const STRESSED: ReadonlyMap<string, number> = new Map(
  known.stressed.flatMap((words, syllable) => words.map((word) => [word, syllable] as const)),
);
const REGULAR: ReadonlySet<string> = new Set(known.regular);
/** Words that are stressed so only without an ending; with one they are other words: NEden is "why", neDEni "its reason". */
const STRESSED_ALONE: ReadonlySet<string> = new Set(known.stressedAlone);
const PLACES: ReadonlySet<string> = new Set(known.places);
const SHORT_ROOTS: ReadonlySet<string> = new Set(["ora"]);

/** Names whose last syllable is stressed in spite of Sezer's rule: Hindistan, Kağıthane. */
const REGULAR_NAME = /(?:istan|hane)$/u;

/** Letters of the shortest second part of a compound: shorter ones occur in words that are not compounds. */
const MIN_SECOND_LETTERS = 4;
/** The same of the first part of a name: names begin with shorter words by chance, as "Kandilli" with "kan". */
const MIN_FIRST_OF_NAME = 4;
const SHORT_FIRST_WORDS: ReadonlySet<string> = new Set(known.shortFirstWords);

/** Verbs whose first part is a noun, which is stressed: affetmek, hisSEdilmek, KAYbolmak. */
const COMPOUND_VERB =
  /^(?<noun>\p{L}{2,})(?:e[td]|ol(?!ma$))(?=$|[aeiuıü]|t[iı]|me|ma|mi|mı|se|sa|du|un|mak|mek)/u;

export class Roots {
  readonly #lists: WordLists;
  readonly #stems: Stems;

  constructor(lists: WordLists, stems: Stems) {
    this.#lists = lists;
    this.#stems = stems;
  }

  /** Returns the root of a word; `name` is the root of a word that is written as a name, "" for other words. */
  of(word: string, name: string): Root {
    const listed = this.#listed(word, name === word);
    if (listed !== undefined) return { end: word.length, syllable: listed };
    if (
      REGULAR.has(word) ||
      (name === "" && this.#lists.people.has(word) && !this.#lists.stems.has(word))
    )
      return { end: word.length, syllable: undefined };
    if (this.#isIntensive(word)) return { end: word.length, syllable: 0 };
    const root = name !== "" && word.startsWith(name) ? name : this.#placeIn(word);
    const listedRoot = this.#ofPrefix(word);
    if (root === "" || (listedRoot !== undefined && listedRoot.end > root.length))
      return listedRoot ?? { end: 0, syllable: undefined };
    return { end: root.length, syllable: this.#ofName(root) };
  }

  /** Returns the syllable that a word in no list is likely to be stressed on, or undefined for the last one. */
  unknown(word: string): number | undefined {
    if (this.#stems.isNoun(word) || this.#lists.people.has(word)) return undefined;
    const adverb = this.#adverb(word);
    if (adverb !== undefined || this.#stems.isInflected(word)) return adverb;
    return this.#compound(word) ?? borrowed(word);
  }

  /** Returns the listed stress. A name may be stressed otherwise than the same word in its own sense: Bebek and bebek. */
  #listed(word: string, isName: boolean): number | undefined {
    const { stressed, stressedNames, stems } = this.#lists;
    if (REGULAR.has(word)) return undefined;
    if (STRESSED_ALONE.has(word)) return 0;
    const ofName = isName || !stems.has(word) ? stressedNames.get(word) : undefined;
    const ofWord = STRESSED.get(word) ?? stressed.get(word);
    return isName ? (ofName ?? ofWord) : (ofWord ?? ofName);
  }

  #placeIn(word: string): string {
    for (let end = word.length; end > 1; end -= 1) {
      const place = word.slice(0, end);
      const isPlace = PLACES.has(place) && !this.#lists.stems.has(place);
      if (isPlace && beginsLikeEnding(word.slice(end))) return place;
    }
    return "";
  }

  #ofName(name: string): number | undefined {
    const listed = this.#listed(name, true);
    if (listed !== undefined) return listed;
    const isRegular = this.#lists.people.has(name) || REGULAR.has(name) || REGULAR_NAME.test(name);
    const count = syllableStarts(name).length;
    if (isRegular || count < 2) return undefined;
    // Süleymaniye, Sultaniye: the syllable before the ending.
    if (name.endsWith("iye") && count > 2) return syllableBefore(name, name.length - 3);
    // Berlinli, Viyanalı: who is from a place, stressed as the place.
    const place = /^(?<place>\p{L}{3,})l[ıiuü]$/u.exec(name)?.groups?.["place"] ?? "";
    const isPlace = this.#lists.names.has(place) && !this.#lists.stems.has(place);
    const ofPlace = isPlace ? this.#ofName(place) : undefined;
    return ofPlace ?? this.#compound(name, MIN_FIRST_OF_NAME) ?? sezerSyllable(name);
  }

  /** A listed word with endings, or the noun of a compound verb. */
  #ofPrefix(word: string): Root | undefined {
    const { stems, verbs } = this.#lists;
    if (stems.has(word) && !verbs.has(word)) return undefined;
    const end = listedRootEnd(word, (root) => this.#ofRoot(root) !== undefined, this.#lists);
    if (end > 0) return { end, syllable: this.#ofRoot(word.slice(0, end)) };
    const noun = COMPOUND_VERB.exec(word)?.groups?.["noun"];
    if (noun === undefined || !this.#isFirstOfVerb(noun, word)) return undefined;
    return { end: noun.length, syllable: syllableBefore(word, noun.length) };
  }

  #ofRoot(root: string): number | undefined {
    if ((root.length < 4 && !SHORT_ROOTS.has(root)) || STRESSED_ALONE.has(root)) return undefined;
    return this.#listed(root, false) ?? this.#ofInfinitive(root);
  }

  /** Returns the stress of a stem whose infinitive is listed: "kaydet" of "kaydetmek". */
  #ofInfinitive(stem: string): number | undefined {
    const bare = hardened(stem);
    return this.#lists.stressed.get(`${bare}mek`) ?? this.#lists.stressed.get(`${bare}mak`);
  }

  /**
   * Whether a noun is the first part of a compound verb: "af" of "affetmek" and "kayıp" of "kaybetmek", but neither "mil" of
   * "millet" nor "yön" of "yönetmek".
   */
  #isFirstOfVerb(noun: string, word: string): boolean {
    const { stems, verbs } = this.#lists;
    const verb = /^e[td]|^ol/u.exec(word.slice(noun.length))?.[0] ?? "";
    const whole = hardened(noun + verb);
    if (stems.has(whole) && !verbs.has(whole)) return false;
    const isShortened = fullForms(noun).some((form) => stems.has(form));
    return isShortened || (stems.has(noun) && !verbs.has(noun) && !this.#stems.isInflected(word));
  }

  /** Whether a word intensifies another by its first syllable: "masmavi" of "mavi", "tertemiz" of "temiz". */
  #isIntensive(word: string): boolean {
    const whole = /^(?<begin>[^aeıioöuü][aeıioöuü])[psmr](?<whole>\k<begin>\p{L}+)$/u.exec(word);
    return this.#lists.stems.has(whole?.groups?.["whole"] ?? "");
  }

  /** Returns the stress of adverbs borrowed from Arabic and Persian: KISmen rather than kısMEN, muhTEmelen. */
  #adverb(word: string): number | undefined {
    const stem = /^(?<stem>\p{L}{3,}[^aeıioöuü])[ae]n$/u.exec(word)?.groups?.["stem"];
    if (stem === undefined || this.#stems.isVerb(stem, false)) return undefined;
    // "trenden" is "from the train", though "trend" is a word.
    if (/[dt]$/u.test(stem) && this.#stems.isNoun(stem.slice(0, -1))) return undefined;
    return this.#stems.isNoun(stem) || this.#stems.isNoun(hardened(stem))
      ? syllableBefore(word, stem.length)
      : undefined;
  }

  /** Returns the stress of a compound, the last syllable of its first word, as in "denizAltı". */
  #compound(word: string, minFirst = 3): number | undefined {
    const son = /^(?<first>\p{L}{2,})oğlu/u.exec(word)?.groups?.["first"];
    if (son !== undefined) return syllableBefore(word, son.length);
    for (let end = word.length - MIN_SECOND_LETTERS; end > 1; end -= 1) {
      const first = word.slice(0, end);
      const isFirst = end < minFirst ? SHORT_FIRST_WORDS.has(first) : this.#isWord(first);
      if (isFirst && this.#isSecond(word.slice(end))) return syllableBefore(word, end);
    }
    return undefined;
  }

  #isWord(part: string): boolean {
    return syllableStarts(part).length > 0 && this.#lists.stems.has(part);
  }

  /** Whether a part is a word, or one with a possessive ending: "çiçeği" of "ayçiçeği". */
  #isSecond(part: string): boolean {
    if (this.#isWord(part)) return true;
    const bare = part.replace(/(?<=[aeıioöuü])s[ıiuü]$|[ıiuü]$/u, "");
    return bare !== part && bare.length > 1 && (this.#isWord(bare) || this.#isWord(hardened(bare)));
  }
}

/**
 * Returns the possible full forms of a noun that lost a vowel or doubled its last letter before a verb: kayb, kayıp; aff, af.
 */
function fullForms(noun: string): string[] {
  const {
    begin = "",
    one = "",
    other = "",
  } = /^(?<begin>\p{L}+)(?<one>[^aeıioöuüğ])(?<other>[^aeıioöuü])$/u.exec(noun)?.groups ?? {};
  if (one === "") return [];
  if (one === other) return [begin + one];
  return Array.from("ıiuü", (vowel) => hardened(begin + one + vowel + other));
}

/** Returns the stress of words with foreign endings, which are stressed as foreign names are. */
function borrowed(word: string): number | undefined {
  return /(?:[^aeıioöuü]y[ao]|o)$/u.test(word) ? sezerSyllable(word) : undefined;
}
