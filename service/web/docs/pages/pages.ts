import { REFERENCE_PATHS } from "../../reference/frame/paths.ts";
import { ALL_TEXTS } from "../../texts/texts.ts";
import { type ArticleProps, type DocsPage, hrefOf } from "../frame/article.tsx";
import { guidePage } from "../guides/guide-article.tsx";
import { GUIDE_NAMES } from "../guides/guides.ts";

/** A link to a page. */
export interface PageLink {
  readonly href: string;
  readonly title: string;
}

/** Pages that are grouped in the navigation. */
export interface PageGroup {
  readonly title: string;
  readonly links: readonly PageLink[];
}

/** Returns links to all pages in reading order: the documentation, then the reference. */
export function pageGroups(props: ArticleProps): readonly PageGroup[] {
  const texts = ALL_TEXTS.docs[props.language];
  const reference = ALL_TEXTS.reference[props.language];
  return [
    { title: texts.guides, links: docsPages(props).map(linkOf) },
    {
      title: reference.title,
      links: [
        { href: REFERENCE_PATHS.http, title: reference.http },
        { href: REFERENCE_PATHS.sockets, title: reference.sockets },
      ],
    },
  ];
}

/** Returns the requested page; undefined where there is none. */
export function findPage(props: ArticleProps): DocsPage | undefined {
  return docsPages(props).find(({ slug }) => slug === props.content.slug);
}

function docsPages(props: ArticleProps): readonly DocsPage[] {
  return GUIDE_NAMES.map((name) => guidePage(name, props));
}

function linkOf({ slug, title }: DocsPage): PageLink {
  return { href: hrefOf(slug), title };
}
