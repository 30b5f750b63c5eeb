/** A page that can be found, or a part of one. */
export interface SearchEntry {
  readonly href: string;
  /** The title of the page. */
  readonly page: string;
  /** The heading of the part; empty for the page itself. */
  readonly part: string;
  readonly text: string;
}

const MOST_RESULTS = 12;
const WEIGHTS = [
  ["page", 8],
  ["part", 10],
  ["text", 1],
] as const;

/** Returns the entries in which every word of the query begins a word, the best first. */
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
function scoreOf(entry: SearchEntry, words: readonly string[]): number {
  const places = WEIGHTS.map(([name, weight]) => ({ text: folded(entry[name]), weight }));
  const scores = words.map((word) =>
    Math.max(...places.map(({ text, weight }) => weight * nearness(text, word))),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** 2 where the word stands whole in the text, 1 where it begins there, else 0. */
function nearness(text: string, word: string): number {
  const pieces = text.split(/[^\p{L}\p{N}_]+/u);
  if (pieces.includes(word)) return 2;
  const begins = pieces.some((piece) => piece.startsWith(word));
  return begins || (/\W/.test(word) && text.includes(word)) ? 1 : 0;
}

/** Returns lower-case letters without their marks, so that "yaziya" finds "Yazıya". */
function folded(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "");
}
