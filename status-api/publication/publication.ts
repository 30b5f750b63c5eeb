import { MINUTE_MS } from "#units/time.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { statusDocument } from "../documents/status-document.ts";
import type { PageBuild, PageContent } from "../page/page-build.ts";
import { HTML_TYPE, JSON_TYPE } from "#runtime/content-types.ts";
import { type Representation, representationOf } from "#runtime/representation.ts";
import type { LiveState } from "../snapshot/live-snapshot.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** Finds what a page shows; undefined when there is no such page. */
type FindContent = () => PageContent | undefined | Promise<PageContent | undefined>;

/** Everything that is served of one snapshot: status.json is rendered at once, the rest on the first request. */
export type Publication = NonNullable<ReturnType<typeof publish>>;

/** Returns a document as JSON, ready to be served. */
export function jsonRepresentation(document: object): Representation {
  return representationOf(JSON_TYPE, JSON.stringify(document));
}

/** Renders a snapshot's status.json and prepares the rest; returns undefined while there is no snapshot. */
export function publish(
  { snapshot, databaseAwaySinceMs }: LiveState,
  { files, module }: PageBuild,
  nowMs: () => number,
) {
  if (snapshot === undefined) return undefined;
  const representations = new Map<string, Representation>();
  const contents = new Map<string, Promise<PageContent | undefined>>();
  const drawings = new Map<string, Promise<Representation | undefined>>();
  const pages = new Map<string, { readonly minute: number; readonly page: Representation }>();

  /** Returns the result of `make` for this snapshot, which is cached by `key`. */
  const kept = (key: string, make: (snapshot: Snapshot) => Representation): Representation => {
    const known = representations.get(key);
    if (known !== undefined) return known;
    const made = make(snapshot);
    representations.set(key, made);
    return made;
  };
  const contentAt = (path: string, find: FindContent): Promise<PageContent | undefined> =>
    cachedResult(contents, path, find);
  return {
    snapshot,
    databaseAwaySinceMs,
    statusDocument: jsonRepresentation(statusDocument(snapshot)),
    kept,
    /** Like `kept`, for what takes a while or may not exist: pictures. */
    drawn: (key: string, draw: () => Promise<Representation | undefined>) =>
      cachedResult(drawings, key, draw),
    /** Returns a page as a document; undefined when `find` finds none at its path. */
    async page(
      path: string,
      language: Language,
      find: FindContent,
    ): Promise<Representation | undefined> {
      const content = await contentAt(path, find);
      if (content === undefined) return undefined;
      const renderedAtMs = nowMs();
      // Pages show the age of their data, so they are rendered again for every minute that a snapshot lasts.
      const minute = Math.floor((renderedAtMs - snapshot.dataAtMs) / MINUTE_MS);
      const key = `${language} ${path}`;
      const known = pages.get(key);
      if (known?.minute === minute) return known.page;
      const { identity } = snapshot.page;
      const options = { language, path, renderedAtMs, files, identity };
      const page = representationOf(HTML_TYPE, module.renderPage(content, options));
      pages.set(key, { minute, page });
      return page;
    },
    /** Returns the data of a page, from which it refreshes itself. */
    async pageData(path: string, find: FindContent): Promise<Representation | undefined> {
      const content = await contentAt(path, find);
      return content && kept(`data of ${path}`, () => jsonRepresentation(content.view));
    },
  };
}

/** Returns the first result of `find` for a key. Any number of keys may be requested, so only what exists is cached. */
function cachedResult<Value>(
  found: Map<string, Promise<Value | undefined>>,
  key: string,
  find: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value | undefined> {
  const known = found.get(key);
  if (known !== undefined) return known;
  const finding = Promise.resolve(find());
  found.set(key, finding);
  const forget = (): boolean => found.delete(key);
  finding.then((value) => value === undefined && forget(), forget);
  return finding;
}
