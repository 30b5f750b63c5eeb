import type { PageView } from "#status-api/render/page-view.ts";
import type { Language } from "#status-api/states.ts";

/** What the server hands to the script, as JSON in the page: enough to make the very same elements. */
export interface PageState {
  readonly view: PageView;
  readonly language: Language;
  readonly renderedAtMs: number;
}

export const pageRootId = "page";
