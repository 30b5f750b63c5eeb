import { createElement, type VNode } from "preact";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { DocsTexts } from "../../texts/texts.ts";
import type { DocsContent } from "./content.ts";

/** Data from which every page of the documentation is rendered. */
export interface ArticleProps {
  readonly language: Language;
  readonly baseUrl: string;
  readonly content: DocsContent;
}

export interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}

/** The content of a page, and its headings for the table of contents. */
interface Article {
  readonly headings: readonly Heading[];
  readonly body: VNode;
}

export interface DocsPage {
  /** The path below `/docs/`; empty for the quick start. */
  readonly slug: string;
  readonly title: string;
  readonly article: () => Article;
}

/** Returns the path of a page. */
export function hrefOf(slug: string): string {
  return slug === "" ? "/docs" : `/docs/${slug}`;
}

/** A heading with a link to itself. */
export function PermanentHeading({ id, depth, text, texts }: Heading & { texts: DocsTexts }) {
  return createElement(
    `h${depth}`,
    { id },
    text,
    <a class="permalink" href={`#${id}`} aria-label={fill(texts.linkTo, { heading: text })}>
      #
    </a>,
  );
}
