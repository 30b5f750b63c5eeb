import { type ComponentChildren, createElement, type VNode } from "preact";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { DocsTexts } from "../../texts/texts.ts";
import type { DocsContent } from "./content.ts";

/** What every page of the documentation is made from. */
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

/** What a page shows, and its headings for the table of contents. */
interface Article {
  readonly headings: readonly Heading[];
  readonly body: VNode;
}

export interface DocsPage {
  /** The path below `/docs/`; empty for the quick start. */
  readonly slug: string;
  readonly title: string;
  /** Of an endpoint or a socket. */
  readonly address?: Address;
  readonly article: () => Article;
}

export interface Address {
  readonly method: string;
  readonly path: string;
}

/** The address of a page. */
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

interface Section extends Heading {
  readonly body: ComponentChildren;
}

/** Makes sections of their bodies by id; one whose body is false is left out. */
export function sectionsOf<Id extends string>(
  bodies: Readonly<Partial<Record<Id, ComponentChildren>>>,
  titles: Readonly<Record<NoInfer<Id>, string>>,
): readonly Section[] {
  return (Object.keys(bodies) as Id[])
    .filter((id) => bodies[id] !== false)
    .map((id) => ({ id, depth: 2, text: titles[id], body: bodies[id] }));
}

/** Makes an article of what it begins with and its sections. */
export function articleOf(lead: VNode, sections: readonly Section[], texts: DocsTexts): Article {
  const body = (
    <>
      {lead}
      {sections.map(({ body: content, ...heading }) => (
        <section key={heading.id} aria-labelledby={heading.id}>
          <PermanentHeading {...heading} texts={texts} />
          {content}
        </section>
      ))}
    </>
  );
  return { headings: sections, body };
}

export function AddressLine({ method, path }: Address) {
  return (
    <>
      <span class="method">{method}</span> <code>{path}</code>
    </>
  );
}
