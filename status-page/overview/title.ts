import type { PageView } from "#status-api/render/page-view.ts";
import type { Reader } from "../reader/reader.ts";

/** Returns what the browser's tab says. */
export function titleOf(view: PageView, { texts, language }: Reader): string {
  return `${texts.overall[view.overall]} – ${view.name[language]}`;
}
