import type { Language } from "#web-kit/language/languages.ts";
import type { DocsContent } from "../frame/content.ts";
import { type GuideName, GUIDE_NAMES, guideSource, slugOfGuide } from "../guides/guides.ts";
import { type SocketChannel, socketsOf } from "../documents/async-api.ts";
import { type Endpoint, endpointsOf } from "../documents/open-api.ts";
import { translated } from "../documents/translated.ts";
import { ALL_TEXTS } from "../../texts/all-texts.ts";

/** What a page of the documentation shows. */
export type Subject =
  | { readonly kind: "guide"; readonly name: GuideName }
  | { readonly kind: "overview" }
  | { readonly kind: "endpoint"; readonly endpoint: Endpoint }
  | { readonly kind: "socket"; readonly socket: SocketChannel };

export interface DocsPage {
  /** The path below `/docs/`; empty for the quick start. */
  readonly slug: string;
  readonly title: string;
  readonly subject: Subject;
}

/** Pages that stand together in the navigation. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

type Documents = Pick<DocsContent, "openApi" | "asyncApi">;

/** Every page of the documentation in the order in which it is read. */
export function pageGroups(language: Language, documents: Documents): readonly PageGroup[] {
  const texts = ALL_TEXTS.docs[language];
  const sentence = (english: string): string => translated(language, english);
  const endpoints = endpointsOf(documents.openApi);
  const sockets: DocsPage[] = socketsOf(documents.asyncApi).map((socket) => ({
    slug: `reference/${socket.slug}`,
    title: sentence(socket.title),
    subject: { kind: "socket", socket },
  }));
  const tags = [...new Set(endpoints.flatMap((endpoint) => endpoint.tags))];
  return [
    {
      title: texts.guides,
      pages: GUIDE_NAMES.map((name) => ({
        slug: slugOfGuide(name),
        title: guideTitle(language, name),
        subject: { kind: "guide", name },
      })),
    },
    {
      title: texts.reference,
      pages: [{ slug: "reference", title: texts.overview, subject: { kind: "overview" } }],
    },
    ...tags.map((tag) => ({
      title: (texts.tags as Readonly<Record<string, string>>)[tag] ?? tag,
      pages: endpoints
        .filter(({ tags: [first] }) => first === tag)
        .map((endpoint): DocsPage => ({
          slug: `reference/${endpoint.slug}`,
          title: sentence(endpoint.summary),
          subject: { kind: "endpoint", endpoint },
        })),
    })),
    { title: texts.sockets, pages: sockets },
  ];
}

/** The page with this slug, and those before and after it; undefined where there is none. */
export function findPage(groups: readonly PageGroup[], slug: string) {
  const pages = groups.flatMap((group) => group.pages);
  const index = pages.findIndex((page) => page.slug === slug);
  const page = pages[index];
  if (page === undefined) return undefined;
  return { page, previous: pages[index - 1], next: pages[index + 1] };
}

/** What a page is called. */
export function docsTitle(content: DocsContent, language: Language): string {
  return findPage(pageGroups(language, content), content.slug)?.page.title ?? "";
}

/** The address of a page. */
export function hrefOf(slug: string): string {
  return slug === "" ? "/docs" : `/docs/${slug}`;
}

function guideTitle(language: Language, name: GuideName): string {
  const [, title = name] = /^# (.+)$/m.exec(guideSource(language, name)) ?? [];
  return title;
}
