import type { PageContent } from "#status-api/page/page-build.ts";
import type { SharedPicture } from "#web-kit/document/share-tags.tsx";
import type { Language } from "#web-kit/language/languages.ts";
import { storyPath } from "../paths/paths.ts";
import { liveOf } from "./page.tsx";

/** Returns the picture of a page, which is that of its story or of the whole status page, and what it says. */
export function pictureOf(
  content: PageContent,
  { siteUrl, title, language }: { siteUrl: string; title: string; language: Language },
): SharedPicture {
  const { kind, view } = content;
  const [path, shownAtMs] =
    kind === "story" ? [storyPath(view.story.id), view.story.resolvedAtMs] : ["", null];
  // Whoever shows a picture keeps it by its address, which therefore is another one when there is something new.
  const atMs = liveOf(content)?.dataAtMs ?? shownAtMs;
  const version = atMs === null ? "" : `&at=${Math.floor(atMs / 1000)}`;
  return {
    url: `${siteUrl}${path}/picture.png?lang=${language}${version}`,
    alt: kind === "overview" || kind === "story" ? title : view.name[language],
  };
}
