import { ALL_TEXTS } from "../../texts/texts.ts";
import { endpointsOf } from "../documents/open-api.ts";
import type { ArticleProps, DocsPage } from "../frame/article.tsx";
import { guidePage } from "../guides/guide-article.tsx";
import { GUIDE_NAMES } from "../guides/guides.ts";
import { endpointPage } from "../reference/endpoint-article.tsx";
import { socketPage } from "../reference/socket-article.tsx";
import { overviewPage } from "./overview.tsx";

/** Pages that stand together in the navigation. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

/** Every page of the documentation in the order in which it is read. */
export function pageGroups(props: ArticleProps): readonly PageGroup[] {
  const { language, content } = props;
  const texts = ALL_TEXTS.docs[language];
  const tags: Readonly<Record<string, string>> = texts.tags;
  const endpoints = Map.groupBy(endpointsOf(content.openApi), (endpoint) => endpoint.tags[0] ?? "");
  const reference = [
    ...[...endpoints].map(([tag, ofTag]) => ({
      title: tags[tag] ?? tag,
      pages: ofTag.map((endpoint) => endpointPage(endpoint, props)),
    })),
    {
      title: texts.sockets,
      pages: Object.entries(content.asyncApi.channels).map(([id, socket]) =>
        socketPage(id, socket, props),
      ),
    },
  ];
  return [
    { title: texts.guides, pages: GUIDE_NAMES.map((name) => guidePage(name, props)) },
    { title: texts.reference, pages: [overviewPage(reference, props)] },
    ...reference,
  ];
}

/** The page that is asked for, and those before and after it; undefined where there is none. */
export function findPage(groups: readonly PageGroup[], slug: string) {
  const pages = groups.flatMap((group) => group.pages);
  const index = pages.findIndex((page) => page.slug === slug);
  const page = pages[index];
  if (page === undefined) return undefined;
  return { page, previous: pages[index - 1], next: pages[index + 1] };
}
