import MiniSearch, {
  type Options,
  type Query,
  type SearchOptions,
  type SearchResult,
} from "minisearch";
import type { Language } from "#web-kit/language/languages.ts";
import type { SearchEntry, SearchWords } from "./entry.ts";
import { excerpt, marked, type MarkedPiece } from "./marks.ts";
import { seeker, type Sought } from "./synonyms.ts";
import { termsOf, wordsAndPiecesOf } from "./terms.ts";

/** A search result, with the matches marked. */
export interface Found {
  readonly href: string;
  /** The title of the page, if a part of it was found. */
  readonly page: string | undefined;
  readonly heading: readonly MarkedPiece[];
  readonly excerpt: readonly MarkedPiece[];
}

/** Returns the results of a query, best first. */
export type Find = (question: string) => readonly Found[];

/** The file that the server writes and the page loads: an index, and the words of its language. */
interface SearchFile {
  readonly language: Language;
  readonly words: SearchWords;
  readonly index: unknown;
}

const MAX_RESULTS = 12;
/** Entries that are indexed in one turn of the event loop, in some milliseconds. */
const ENTRIES_IN_A_TURN = 8;
/** Shorter words are not matched fuzzily. */
const MIN_MISSPELT_LETTERS = 4;

const SEARCH: SearchOptions = {
  tokenize: (word) => [word],
  boost: { heading: 6, page: 2, text: 1, code: 0.5 },
  prefix: (term) => term.length > 1,
  fuzzy: (term) => (term.length < MIN_MISSPELT_LETTERS ? false : 0.2),
  weights: { prefix: 0.5, fuzzy: 0.25 },
  boostDocument: (_href, _term, stored) => Number(stored?.["weight"]),
};

const optionsOf = (language: Language): Options => ({
  fields: ["heading", "page", "text", "code"],
  idField: "href",
  storeFields: ["href", "page", "part", "text", "weight"],
  tokenize: (text) => [...wordsAndPiecesOf(text)],
  processTerm: (word) => [...termsOf(word, language)],
});

/** Returns an index of entries, serialized for `openIndex`; leaves the event loop to others after every few of them. */
export async function writeIndex(
  entries: readonly SearchEntry[],
  language: Language,
  words: SearchWords,
): Promise<string> {
  const index = new MiniSearch(optionsOf(language));
  await index.addAllAsync(
    entries.map((entry) => ({ ...entry, heading: entry.part === "" ? entry.page : entry.part })),
    { chunkSize: ENTRIES_IN_A_TURN },
  );
  return JSON.stringify({ language, words, index } satisfies SearchFile);
}

/** Reads a serialized index and returns its search function. */
export function openIndex(text: string): Find {
  const { language, words, index } = JSON.parse(text) as SearchFile;
  const search = MiniSearch.loadJS(
    index as Parameters<typeof MiniSearch.loadJS>[0],
    optionsOf(language),
  );
  const soughtIn = seeker(words, language);
  return (question) => {
    const sought = soughtIn(question);
    if (sought.length === 0) return [];
    const alternatives = sought.map(alternativesOf);
    const all = search.search({ combineWith: "AND", queries: alternatives }, SEARCH);
    const found =
      all.length > 0 ? all : search.search({ combineWith: "OR", queries: alternatives }, SEARCH);
    return found.slice(0, MAX_RESULTS).map((result) => shownOf(result, language));
  };
}

function shownOf(result: SearchResult, language: Language): Found {
  const { href, page, part, text } = result as SearchResult & SearchEntry;
  const terms = new Set(result.terms);
  return {
    href,
    page: part === "" ? undefined : page,
    heading: marked(part === "" ? page : part, terms, language),
    excerpt: excerpt(marked(text, terms, language)),
  };
}

/** Returns a query for a phrase or one of its synonyms; synonyms are matched neither fuzzily nor by prefix. */
function alternativesOf({ words, synonyms }: Sought): Query {
  return {
    combineWith: "OR",
    queries: [
      phrase(words),
      ...synonyms.map((synonym) => ({
        ...phrase(synonym),
        fuzzy: false,
        prefix: false,
      })),
    ],
  };
}

/** Returns a query for all words of a phrase, each as written or by its stem. */
function phrase(words: readonly string[]) {
  return {
    combineWith: "AND" as const,
    queries: words.map((word) => ({ combineWith: "OR" as const, queries: [word] })),
  };
}
