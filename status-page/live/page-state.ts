import type { Language } from "#web-kit/language/languages.ts";
import type { PageContent } from "#status-api/page/page-build.ts";

/** What the server hands to the script, as JSON in the page: enough to make the very same elements. */
export interface PageState {
  readonly content: PageContent;
  /** Where the page is, without the language. */
  readonly path: string;
  readonly language: Language;
  /** Epoch milliseconds; 0 on a page that tells of what is over. */
  readonly renderedAtMs: number;
}

export const pageRootId = "page";
