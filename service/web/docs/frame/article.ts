import type { Language } from "#web-kit/language/languages.ts";
import type { DocsContent } from "./content.ts";

/** What every article of the documentation is made from. */
export interface ArticleProps {
  readonly language: Language;
  readonly baseUrl: string;
  readonly content: DocsContent;
}

/** An entry of the table of contents. */
export interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}
