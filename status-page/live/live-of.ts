import type { PageContent } from "#status-api/page/page-build.ts";
import type { StatusEventPageView } from "#status-api/page/page-view-status-event.ts";

/** Returns how fresh a page is; null for pages about the past, which do not change. */
export function liveOf({ kind, view }: PageContent): StatusEventPageView["live"] {
  if (kind === "history" || kind === "report") return null;
  return kind === "statusEvent" ? view.live : view;
}
