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
const WEIGHTS = { page: 8, part: 10, text: 1 } as const;
const WHOLE_WORD_WEIGHT = 2;

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
  const places = (["page", "part", "text"] as const).map((name) => ({
    text: folded(entry[name]),
    weight: WEIGHTS[name],
  }));
  const scores = words.map((word) =>
    Math.max(...places.map(({ text, weight }) => weight * nearness(text, word))),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** 0 where the word begins nowhere in the text, more where it stands there whole. */
function nearness(text: string, word: string): number {
  const pieces = text.split(/[^\p{L}\p{N}_]+/u);
  if (pieces.includes(word)) return WHOLE_WORD_WEIGHT;
  return pieces.some((piece) => piece.startsWith(word)) || (/\W/.test(word) && text.includes(word))
    ? 1
    : 0;
}

/** Returns lower-case letters without their marks, so that "yaziya" finds "Yazıya". */
function folded(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "");
}
