import { folded } from "./fold.ts";

/** Something that can be found: a page, or a part of one. */
export interface SearchEntry {
  readonly href: string;
  /** The page. */
  readonly page: string;
  /** The part of it; empty for the page itself. */
  readonly part: string;
  readonly text: string;
}

const MOST_RESULTS = 12;
const TITLE_WEIGHT = 8;
const PART_WEIGHT = 10;
const WHOLE_WORD_WEIGHT = 2;

/** The entries in which every word of the query begins a word, the nearest first. */
export function matching(entries: readonly SearchEntry[], query: string): readonly SearchEntry[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_RESULTS)
    .map(({ entry }) => entry);
}

/** Zero unless every word is there. */
function scoreOf({ page, part, text }: SearchEntry, words: readonly string[]): number {
  const places = [
    { text: folded(page), weight: TITLE_WEIGHT },
    { text: folded(part), weight: PART_WEIGHT },
    { text: folded(text), weight: 1 },
  ];
  const scores = words.map((word) =>
    Math.max(...places.map((place) => place.weight * nearness(place.text, word))),
  );
  return scores.some((score) => score === 0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** 0 where the word begins nowhere in the text, more where it stands there whole. */
function nearness(text: string, word: string): number {
  const pieces = text.split(/[^\p{L}\p{N}_]+/u);
  if (pieces.includes(word)) return WHOLE_WORD_WEIGHT;
  return pieces.some((piece) => piece.startsWith(word)) || (/\W/.test(word) && text.includes(word))
    ? 1
    : 0;
}
