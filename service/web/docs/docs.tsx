import { ALL_TEXTS, type DocsTexts } from "../texts/texts.ts";
import { type ArticleProps, type Heading, hrefOf } from "./frame/article.tsx";
import { findPage, type PageGroup, pageGroups, type PageLink } from "./pages/pages.ts";

/** A page of the documentation between its navigation and its table of contents. */
export function Docs(props: ArticleProps) {
  const { language, content } = props;
  const texts = ALL_TEXTS.docs[language];
  const groups = pageGroups(props);
  const page = findPage(props);
  if (page === undefined) throw new Error(`no page /docs/${content.slug}`);
  const href = hrefOf(page.slug);
  const links = groups.flatMap((group) => group.links);
  const place = links.findIndex((link) => link.href === href);
  const { headings, body } = page.article();
  return (
    <div class="docs">
      <div class="docs-side">
        <div id="docs-search" data-language={language} />
        <nav aria-label={texts.pages} class="docs-wide">
          <Navigation groups={groups} current={href} />
        </nav>
        <details class="docs-menu">
          <summary>
            <span class="quiet">{texts.pages}</span> {page.title}
          </summary>
          <nav aria-label={texts.pages}>
            <Navigation groups={groups} current={href} />
          </nav>
        </details>
      </div>
      <article class="docs-article">
        {body}
        <Neighbours texts={texts} previous={links[place - 1]} next={links[place + 1]} />
      </article>
      <Contents texts={texts} headings={headings} />
    </div>
  );
}

function Navigation(props: { groups: readonly PageGroup[]; current: string }) {
  return props.groups.map(({ title, links }) => (
    <section key={title}>
      <h2>{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href} aria-current={link.href === props.current ? "page" : undefined}>
              {link.title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Contents({ texts, headings }: { texts: DocsTexts; headings: readonly Heading[] }) {
  return (
    <nav class="docs-contents" aria-label={texts.onThisPage} hidden={headings.length < 2}>
      <h2>{texts.onThisPage}</h2>
      <ul>
        {headings.map(({ id, depth, text }) => (
          <li key={id} class={depth > 2 ? "deeper" : undefined}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface NeighboursProps {
  readonly texts: DocsTexts;
  readonly previous: PageLink | undefined;
  readonly next: PageLink | undefined;
}

function Neighbours({ texts, previous, next }: NeighboursProps) {
  return (
    <nav class="docs-neighbours" aria-label={texts.neighbours}>
      {previous !== undefined && (
        <a class="card" rel="prev" href={previous.href}>
          <span class="quiet">← {texts.previous}</span>
          <span>{previous.title}</span>
        </a>
      )}
      {next !== undefined && (
        <a class="card next" rel="next" href={next.href}>
          <span class="quiet">{texts.next} →</span>
          <span>{next.title}</span>
        </a>
      )}
    </nav>
  );
}
