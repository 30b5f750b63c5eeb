import type { PageContent } from "#status-api/page/page-build.ts";
import type { SharedPicture } from "#web-kit/document/share-tags.tsx";
import type { Language } from "#web-kit/language/languages.ts";
import { stageOf } from "#monitor/domain/status-event.ts";
import { liveOf } from "../live/live-of.ts";
import { statusEventPath } from "#monitor/domain/page-paths.ts";
import type { Reader } from "../reader/reader.ts";

/** Returns the picture of a page, that of its status event or of the whole status page, with its alternative text. */
export function pictureOf(
  content: PageContent,
  siteUrl: string,
  { texts, language }: Reader,
): SharedPicture {
  const { kind, view } = content;
  const path = kind === "statusEvent" ? statusEventPath(view.statusEvent.id) : "";
  const endedAtMs = kind === "statusEvent" ? view.statusEvent.resolvedAtMs : null;
  // Link previews cache a picture by its URL, so the URL changes when there is something new.
  const atMs = liveOf(content)?.dataAtMs ?? endedAtMs;
  const version = atMs === null ? "" : `&at=${Math.floor(atMs / 1000)}`;
  const said = saidBy(content, texts, language);
  return {
    url: `${siteUrl}${path}/picture.png?lang=${language}${version}`,
    alt: [view.name[language], ...said].join(": "),
  };
}

/** Returns the text of a picture, as far as the page knows it. */
function saidBy(
  { kind, view }: PageContent,
  texts: Reader["texts"],
  language: Language,
): readonly string[] {
  if (kind === "overview") return [texts.overall[view.overall]];
  if (kind !== "statusEvent") return [];
  return [view.statusEvent.name[language], texts.stages[stageOf(view.statusEvent)]];
}
