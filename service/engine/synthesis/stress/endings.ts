/**
 * Syllables that are stressed because of endings. Inkelas 1999, "Exceptional stress-attracting suffixes in Turkish"; Inkelas
 * and Orgun 2003, "Turkish stress: a review"; Göksel and Kerslake 2005, "Turkish: A Comprehensive Grammar", pages 26 to 34.
 */

import known from "./known-words.json" with { type: "json" };
import type { WordLists } from "../words/word-lists.ts";
import { hardened } from "../words/listed-root.ts";
import type { Stems } from "./stems.ts";
import { isVowelLetter, syllableBefore, syllableFrom, syllableStarts } from "./syllables.ts";

/** A word whose endings are searched. */
export interface EndedWord {
  readonly word: string;
  /** End of its root; 0 if it is not known. */
  readonly rootEnd: number;
  /** Whether a comma or the sentence's end follows. */
  readonly endsClause: boolean;
}

/** The stress stands on the ending's own first syllable, or on the last one before it. */
type Place = "own" | "before";

interface Ending {
  /** Its group "e" is the ending. */
  readonly pattern: RegExp;
  readonly place: Place;
  /** Whether the letters before it allow this ending; without this function, they always do. */
  readonly after?: (before: string, ended: Found) => boolean;
}

interface Found extends EndedWord {
  readonly stems: Stems;
  readonly lists: WordLists;
  readonly ending: string;
}

const NOUNS_IN_MA: ReadonlySet<string> = new Set(known.nounsInMa);
const NOUNS_LIKE_ADVERBS: ReadonlySet<string> = new Set(known.nounsLikeAdverbs);
const TIMES_OF_DAY: ReadonlySet<string> = new Set(known.timesOfDay);

const isVerb = (before: string, { stems }: Found) => stems.isVerb(before);
const isBareVerb = (before: string, { stems }: Found) => stems.isVerb(before, false);
const isNoVerb = (before: string, { stems }: Found) => !stems.isVerb(before);
const isNoun = (before: string, { stems }: Found) => stems.isNoun(before);
const isNominal = (before: string, found: Found) =>
  isNoun(before, found) && isNoVerb(before, found);
const isLong = (before: string, { word }: Found) =>
  isVowelLetter(before.at(-1) ?? "") || syllableStarts(word).length >= 3;

/**
 * Returns whether a stem is a causative verb: "çıkardı" and "geçirdi" are of çıkarmak and geçirmek, but "giderdi" is of gitmek,
 * as gidermek is rare.
 */
function isCausative(stem: string, stems: Stems): boolean {
  if (stem === "gider") return false;
  const verb = /^(?<verb>\p{L}{2,})[dt][ıiuü]r$/u.exec(stem)?.groups?.["verb"];
  return stems.isKnownVerb(stem) || (verb !== undefined && stems.isVerb(verb));
}

/** The person of a verb; below, with the past or condition that may follow a tense. */
const PERSON = "(?:[ıiuü]m|[ıiuü]z|s[ıiuü]n(?:[ıiuü]z)?)";
const MORE_TENSE = String.raw`(?:(?:t[ıiuü]|y?d[ıiuü])\p{L}*|s[ae]\p{L}*|${PERSON}|t[ıiuü]r\p{L}*)`;

/** The endings that decide the stress; where several match, the leftmost of their syllables is stressed. */
const ENDINGS: readonly Ending[] = [
  // Stressed themselves: geLİyor, yaPArak, geLİnce, gelSEne, şaŞAkaldım, tuTUver, bakMAKsızın, giDElim.
  { pattern: /(?<=\p{L})(?<e>[aeıioöuü]yor)/u, place: "own" },
  {
    pattern: /(?<e>y?[ae]r[ae]k|y?[ıiuü]nc[ae])$/u,
    place: "own",
    after: (before, found) => isBareVerb(before, found) && !NOUNS_LIKE_ADVERBS.has(found.word),
  },
  { pattern: /(?<e>s[ae]n(?:[ae]|[ıi]z[ae]))$/u, place: "own", after: isBareVerb },
  {
    pattern: /(?<e>y?[ae](?:kal|gel|dur|yaz))(?=$|[dm]|[ıiuü]?yor|[ıiuü]r|[ae]c[ae]|[ae]n)/u,
    place: "own",
    after: isBareVerb,
  },
  {
    pattern:
      /(?<e>y?[ıiuü]ver(?:d[ıi]\p{L}*|ir\p{L}*|ec?e[cğ]?\p{L}*|miş\p{L}*|sin|in|iyor\p{L}*|me\p{L}*|ince|en|dik\p{L}*)?)$/u,
    place: "own",
    after: isVerb,
  },
  { pattern: /(?<e>m[ae]ks[ıi]z[ıi]n)$/u, place: "own" },
  { pattern: /(?<e>y?[ae](?:y[ıi]m|l[ıi]m))$/u, place: "own", after: isBareVerb },
  // Negation: GİTmedik, oKUmayacak, GELmiyor, GEÇmeyin; but bakMAZdık, yazMAyız.
  {
    pattern:
      /(?<e>m[ae](?:d[ıi](?:m|n|k|n[ıi]z|l[ae]r)?(?:s[ae]|ysa|ydı|ymış)?|m[ıi]ş\p{L}*|d[ae]n|d[ıi][kğ]\p{L}*|y[ae]c[ae][kğ]\p{L}*|y[ae]l[ıi]m|y[ıi]p|y[ıi]nc[ae]|y[ae]r[ae]k|y[ae]n\p{L}*|s[ıi]n(?:l[ae]r)?|m[ae]l[ıi]\p{L}*|s[ae]\p{L}*|y[ıi]n(?:[ıi]z)?|m[ae](?:k|s[ıi])\p{L}*|y[ıi]ş\p{L}*))$/u,
    place: "before",
    after: isVerb,
  },
  { pattern: /(?<e>m[ıiuü])yor/u, place: "before", after: isVerb },
  {
    pattern: /(?<e>m[ae])$/u,
    place: "before",
    after: (before, found) =>
      found.endsClause && !NOUNS_IN_MA.has(found.word) && found.stems.isVerb(before, false),
  },
  {
    pattern: /(?<e>m[ae](?:z(?:(?:l[ae]r|s|d[ıi]|ken|m[ıi]ş)\p{L}*)?|m|y[ıi]z|y[ıi]m))$/u,
    place: "own",
    after: isVerb,
  },
  // Person, past and condition after a tense: uYUrum, giDERdik, anlaMIŞsın, okuyaCAKtır, geldiLERse.
  {
    pattern:
      /(?<e>[aeıiuü]r(?:d[ıiuü]\p{L}*|s[ae]\p{L}*|ken|[ıiuü]m|[ıiuü]z|s[ıiuü]n(?:[ıiuü]z)?))$/u,
    place: "own",
    after: (before, found) => {
      const { ending, stems, lists } = found;
      const stem = before + ending.slice(0, 2);
      if (!stems.isVerb(before) || isCausative(stem, stems)) return false;
      // "kararım" is "my decision" rather than a verb with its person.
      return !lists.stems.has(stem) || /^..[dsk]/u.test(ending);
    },
  },
  { pattern: new RegExp(`m[ıiuü]ş(?<e>${MORE_TENSE})$`, "u"), place: "before" },
  { pattern: /[ae]c[ae]k(?<e>(?:t[ıi]|s[ae]|s[ıi]n|t[ıi]r)\p{L}*)$/u, place: "before" },
  { pattern: /[ae]c[ae]ğ(?<e>[ıi]m|[ıi]z)$/u, place: "before" },
  {
    pattern:
      /m[ae]l[ıi](?<e>y[ıi]m|y[ıi]z|s[ıi]n(?:[ıi]z)?|yd[ıi]\p{L}*|ym[ıi]ş\p{L}*|ys[ae]\p{L}*|d[ıi]r)$/u,
    place: "before",
  },
  {
    pattern: /(?:d[ıiuü](?:m|n|k|n[ıiuü]z|l[ae]r)?|l[ae]r)(?<e>s[ae])$/u,
    place: "before",
    after: isLong,
  },
  // The copula: okulDAymışlar, öğrenCİyim, evDEYken, kiraLIKtır, güZELmiş, bisikLETse.
  {
    pattern:
      /(?<=[aeıioöuü])(?<e>y(?:d[ıiuü]\p{L}*|m[ıiuü]ş\p{L}*|s[ae]\p{L}*|[ıiuü]m|[ıiuü]z|ken))$/u,
    place: "before",
    after: (_, { word }) => syllableStarts(word).length >= 3,
  },
  {
    pattern: /(?:[fstkçşhp](?=t)|[^fstkçşhp](?=d))(?<e>[dt][ıiuü]r(?:l[ae]r)?)$/u,
    place: "before",
    after: (before, found) =>
      (before.length > 2 || isNoun(before, found)) &&
      !found.lists.stems.has(found.word) &&
      isNoVerb(before, found),
  },
  {
    pattern: /(?:[fstkçşhp](?=t)|[bcdgğjlmnrvyz](?=d))(?<e>[dt][ıiuü](?:[mnk]|n[ıiuü]z|l[ae]r)?)$/u,
    place: "before",
    after: (before, found) =>
      before.length > 2 &&
      isNominal(before, found) &&
      // "dördü" is "dört" with an ending.
      ![found.word, hardened(before + found.ending.charAt(0))].some((stem) =>
        found.lists.stems.has(stem),
      ),
  },
  { pattern: /(?<e>m[ıiuü]ş(?:l[ae]r)?)$/u, place: "before", after: isNominal },
  {
    pattern: /(?<e>ken)$/u,
    place: "before",
    after: (_, { word, lists }) => syllableStarts(word).length >= 3 && !lists.stems.has(word),
  },
  {
    pattern: /(?<=[ae]|[dt][ae]|n[ıiuü]n)(?<e>s[ıiuü]n(?:[ıiuü]z))$/u,
    place: "before",
    after: isNominal,
  },
  {
    pattern: /(?<e>s[ae])$/u,
    place: "before",
    after: (before, found) =>
      before.length > 2 &&
      isNominal(before, found) &&
      !found.lists.stems.has(found.word) &&
      !isNoun(found.word.slice(0, -1), found),
  },
  // Cases and adverbs: araBAyla, patlıCANla, güZELce, akŞAMleyin, uÇARcasına.
  {
    pattern: /(?<=[aeıioöuü])(?<e>yl[ae])$/u,
    place: "before",
    after: (_, { word, stems, lists }) => !lists.stems.has(word) && !stems.isVerb(word, false),
  },
  {
    pattern: /(?<=[^aeıioöuü])(?<e>l[ae])$/u,
    place: "before",
    after: (before, { word, stems, lists }) =>
      !lists.stems.has(word) &&
      !stems.isVerb(word, false) &&
      (stems.isNoun(before) || stems.isInflected(before)),
  },
  {
    pattern: /(?<=[aeıioöuü])(?<e>y[ıiuü]n(?:[ıiuü]z)?)$/u,
    place: "before",
    after: isVerb,
  },
  {
    pattern: /(?<e>[cç][ae])$/u,
    place: "before",
    after: (before, { stems, lists }) =>
      (before.length > 2 || before === "az") &&
      (stems.isNoun(before) ||
        stems.isNoun(hardened(before)) ||
        /(?:l[ae]r|s[ıiuü]z|l[ıiuü]|m[ae]z|[ae]nc)$/u.test(before)) &&
      !lists.verbs.has(before),
  },
  { pattern: /(?<e>leyin)$/u, place: "before", after: (before) => TIMES_OF_DAY.has(before) },
  { pattern: /(?<e>[cç][ae]s[ıi]n[ae])$/u, place: "before" },
];

/** var and yok as predicates, apart from forms of varmak: VARdı, YOKsa. */
const BEING =
  /^(?:var|yok)(?:m[ıu]ş|[dt][ıu]|s[ae]|[dt][ıu]r|ken)(?:l[ae]r|m|n|k|n[ıu]z|s[ıu]n(?:[ıu]z)?|[ıu]m|[ıu]z)?$/u;

/** Returns the syllables that the endings of a word stress, counted from 0. */
export function endingSyllables(ended: EndedWord, stems: Stems, lists: WordLists): number[] {
  const { word, rootEnd } = ended;
  const found = ENDINGS.flatMap(({ pattern, place, after }) => {
    const match = pattern.exec(word);
    if (match === null) return [];
    const ending = match.groups?.["e"] ?? "";
    const start = match.index + match[0].lastIndexOf(ending);
    if (start < Math.max(rootEnd, 1)) return [];
    if (after?.(word.slice(0, start), { ...ended, stems, lists, ending }) === false) return [];
    return [place === "own" ? syllableFrom(word, start) : syllableBefore(word, start)];
  });
  return BEING.test(word) ? [0, ...found] : found;
}
