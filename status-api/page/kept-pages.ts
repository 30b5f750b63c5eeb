import type { Language } from "#web-kit/language/languages.ts";
import type { PageBuild, PageContent } from "./page-build.ts";
import { type Representation, representationOf } from "../representation/representation.ts";

/** Finds what a page shows; undefined when there is no such page. */
export type FindContent = () => PageContent | undefined | Promise<PageContent | undefined>;

/** The pages of one snapshot: each is made when it is first asked for, and once for all who ask. */
export interface KeptPages {
  /** What the page at this path shows. */
  readonly content: (path: string, find: FindContent) => Promise<PageContent | undefined>;
  /** The page as a document. */
  readonly document: (
    path: string,
    language: Language,
    find: FindContent,
  ) => Promise<Representation | undefined>;
}

export const html = "text/html; charset=utf-8";

const minuteMs = 60_000;

/** Keeps the pages of a snapshot whose data is of `dataAtMs`. */
export function keptPages(
  { files, module }: PageBuild,
  dataAtMs: number,
  nowMs: () => number,
): KeptPages {
  const contents = new Map<string, Promise<PageContent | undefined>>();
  const documents = new Map<string, { minute: number; document: Representation }>();

  const content: KeptPages["content"] = (path, find) => {
    const known = contents.get(path);
    if (known !== undefined) return known;
    const found = Promise.resolve(find());
    contents.set(path, found);
    // Any number of addresses may be asked for; only those that there are, are kept.
    const forget = (): boolean => contents.delete(path);
    found.then((one) => one === undefined && forget(), forget);
    return found;
  };

  return {
    content,
    async document(path, language, find) {
      const shown = await content(path, find);
      if (shown === undefined) return undefined;
      const renderedAtMs = nowMs();
      // Pages say how old their data is, so a snapshot that stays for minutes is rendered anew for each.
      const minute = Math.floor((renderedAtMs - dataAtMs) / minuteMs);
      const key = `${language} ${path}`;
      const known = documents.get(key);
      if (known?.minute === minute) return known.document;
      const options = { language, path, renderedAtMs, files };
      const document = representationOf(html, module.renderPage(shown, options));
      documents.set(key, { minute, document });
      return document;
    },
  };
}
