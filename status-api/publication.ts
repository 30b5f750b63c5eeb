import type { LiveState } from "./live-snapshot.ts";
import type { PageBuild } from "./page-build.ts";
import { pageView } from "./render/page-view.ts";
import { statusDocument } from "./render/status-document.ts";
import { type Representation, representationOf } from "./representation.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Language } from "./states.ts";

/** Everything that is served of one snapshot, as bytes; what costs more than a moment is made on first use. */
export interface Publication {
  readonly snapshot: Snapshot;
  readonly databaseAwaySinceMs: number | undefined;
  readonly statusDocument: Representation;
  /** The page's view, from which it refreshes itself. */
  readonly pageData: Representation;
  page(language: Language, nowMs: number): Representation;
}

const json = "application/json; charset=utf-8";
export const html = "text/html; charset=utf-8";

const minuteMs = 60_000;

/** Renders a snapshot's documents, or returns undefined while there is nothing to tell. */
export function publish(state: LiveState, build: PageBuild): Publication | undefined {
  const { snapshot, databaseAwaySinceMs } = state;
  if (snapshot === undefined) return undefined;
  const view = pageView(snapshot, { databaseAway: databaseAwaySinceMs !== undefined });
  const { script, styles, module } = build;
  const pages = new Map<Language, { minute: number; representation: Representation }>();
  return {
    snapshot,
    databaseAwaySinceMs,
    statusDocument: representationOf(json, JSON.stringify(statusDocument(snapshot))),
    pageData: representationOf(json, JSON.stringify(view)),
    page(language, nowMs) {
      // The page says how old its data is, so a snapshot that stays for minutes is rendered anew for each.
      const minute = Math.floor((nowMs - snapshot.dataAtMs) / minuteMs);
      const made = pages.get(language);
      if (made?.minute === minute) return made.representation;
      const options = { language, renderedAtMs: nowMs, script, styles };
      const representation = representationOf(html, module.renderPage(view, options));
      pages.set(language, { minute, representation });
      return representation;
    },
  };
}
