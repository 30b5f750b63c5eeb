import { type FindContent, type KeptPages, keptPages } from "../page/kept-pages.ts";
import type { LiveState } from "../snapshot/live-snapshot.ts";
import type { PageBuild } from "../page/page-build.ts";
import { statusDocument } from "../documents/status-document.ts";
import { type Representation, representationOf } from "../representation/representation.ts";
import type { Current, Snapshot } from "../snapshot/snapshot.ts";

/** Everything that is served of one snapshot: status.json as bytes at once, the rest when it is first asked for. */
export interface Publication extends Current {
  readonly statusDocument: Representation;
  /** A page as a document; undefined when `find` finds none at its path. */
  readonly page: KeptPages["document"];
  /** The view of a page, from which it refreshes itself. */
  readonly pageData: (path: string, find: FindContent) => Promise<Representation | undefined>;
  /** Returns what `make` made of this snapshot the first time that `key` was asked for. */
  readonly kept: (key: string, make: (snapshot: Snapshot) => Representation) => Representation;
}

const json = "application/json; charset=utf-8";

/** Turns a document into what is served of it. */
export function jsonRepresentation(document: object): Representation {
  return representationOf(json, JSON.stringify(document));
}

/** Renders a snapshot's status.json and gets ready for the rest, or returns undefined while there is nothing to tell. */
export function publish(
  state: LiveState,
  build: PageBuild,
  nowMs: () => number,
): Publication | undefined {
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
  const pages = keptPages(build, snapshot.dataAtMs, nowMs);
  return {
    snapshot,
    databaseAwaySinceMs,
    statusDocument: jsonRepresentation(statusDocument(snapshot)),
    kept,
    page: pages.document,
    async pageData(path, find) {
      const content = await pages.content(path, find);
      return content && kept(`data of ${path}`, () => jsonRepresentation(content.view));
    },
  };
}
