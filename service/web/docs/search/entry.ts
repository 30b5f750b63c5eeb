/** A page of the documentation, or a part of one, that can be found. */
export interface SearchEntry {
  /** Where it is; unique. */
  readonly href: string;
  /** The title of the page. */
  readonly page: string;
  /** The heading of the part; empty for the page itself. */
  readonly part: string;
  readonly text: string;
  /** Code, and names of fields and messages: found, but not shown. */
  readonly code: string;
  /** How much it counts beside others in which the same words stand; 1 is a part of a guide. */
  readonly weight: number;
}

/** The words of a language that a search knows beside those of the pages. */
export interface SearchWords {
  /** Words that are left out of questions, separated by spaces. */
  readonly stopWords: string;
  /** What readers may type, by the phrase of the documentation that means the same. */
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
}
