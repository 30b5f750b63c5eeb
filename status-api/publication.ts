import type { LiveState } from "./live-snapshot.ts";
import type { PageBuild } from "./page-build.ts";
import { type PageView, pageView } from "./render/page-view.ts";
import { statusDocument } from "./render/status-document.ts";
import { type Representation, representationOf } from "./representation.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Language } from "./states.ts";

/** Everything that is served of one snapshot: status.json as bytes at once, the rest when it is first asked for. */
export interface Publication {
  readonly snapshot: Snapshot;
  readonly databaseAwaySinceMs: number | undefined;
  readonly statusDocument: Representation;
  /** The page's view, from which it refreshes itself. */
  readonly pageData: () => Representation;
  readonly page: (language: Language, nowMs: number) => Representation;
  /** Returns what `make` made of this snapshot the first time that `key` was asked for. */
  readonly kept: (key: string, make: (snapshot: Snapshot) => Representation) => Representation;
}

const json = "application/json; charset=utf-8";
export const html = "text/html; charset=utf-8";

const minuteMs = 60_000;

/** Turns a document into what is served of it. */
export function jsonRepresentation(document: object): Representation {
  return representationOf(json, JSON.stringify(document));
}

/** Renders a snapshot's status.json and gets ready for the rest, or returns undefined while there is nothing to tell. */
export function publish(state: LiveState, build: PageBuild): Publication | undefined {
  const { snapshot, databaseAwaySinceMs } = state;
  if (snapshot === undefined) return undefined;
  const representations = new Map<string, Representation>();
  const kept: Publication["kept"] = (key, make) => {
    const known = representations.get(key);
    if (known !== undefined) return known;
    const made = make(snapshot);
    representations.set(key, made);
    return made;
  };
  let view: PageView | undefined;
  const viewOnce = (): PageView =>
    (view ??= pageView(snapshot, { databaseAway: databaseAwaySinceMs !== undefined }));
  const { script, styles, module } = build;
  const pages = new Map<Language, { minute: number; representation: Representation }>();
  return {
    snapshot,
    databaseAwaySinceMs,
    statusDocument: jsonRepresentation(statusDocument(snapshot)),
    kept,
    pageData: () => kept("/page.json", () => jsonRepresentation(viewOnce())),
    page(language, nowMs) {
      // The page says how old its data is, so a snapshot that stays for minutes is rendered anew for each.
      const minute = Math.floor((nowMs - snapshot.dataAtMs) / minuteMs);
      const made = pages.get(language);
      if (made?.minute === minute) return made.representation;
      const options = { language, renderedAtMs: nowMs, script, styles };
      const representation = representationOf(html, module.renderPage(viewOnce(), options));
      pages.set(language, { minute, representation });
      return representation;
    },
  };
}
