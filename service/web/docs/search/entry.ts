/** A page of the documentation, or a part of one, that can be found. */
export interface SearchEntry {
  /** Its URL; unique. */
  readonly href: string;
  /** The title of the page. */
  readonly page: string;
  /** The heading of the part; empty for the page itself. */
  readonly part: string;
  readonly text: string;
  /** Code, and names of fields and messages: searched, but not shown. */
  readonly code: string;
  /** Ranking weight among entries with the same words; 1 for a part of a guide. */
  readonly weight: number;
}

/** A language's words that the search knows besides those of the pages. */
export interface SearchWords {
  /** Words that are left out of questions, separated by spaces. */
  readonly stopWords: string;
  /** Alternatives that readers may type, by the documentation's phrase of the same meaning. */
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
}
