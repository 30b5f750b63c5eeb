import type { PageView } from "#status-api/render/page-view.ts";
import type { Language } from "#status-api/states.ts";

/** What the server hands to the script, as JSON in the page: enough to make the very same elements. */
export interface PageState {
  readonly view: PageView;
  readonly language: Language;
  readonly renderedAtMs: number;
}

export const pageStateId = "page-state";
export const pageRootId = "page";

/** Writes the state so that no text in it can end the element that holds it. */
export function pageStateJson(state: PageState): string {
  return JSON.stringify(state).replaceAll("<", "\\u003c");
}
