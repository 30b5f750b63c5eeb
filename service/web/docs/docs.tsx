import { ALL_TEXTS, type DocsTexts } from "../texts/texts.ts";
import { type ArticleProps, type DocsPage, type Heading, hrefOf } from "./frame/article.tsx";
import { findPage, type PageGroup, pageGroups } from "./pages/pages.ts";

/** A page of the documentation between its navigation and its table of contents. */
export function Docs(props: ArticleProps) {
  const { language, content } = props;
  const texts = ALL_TEXTS.docs[language];
  const groups = pageGroups(props);
  const found = findPage(groups, content.slug);
  if (found === undefined) throw new Error(`no page /docs/${content.slug}`);
  const { page, previous, next } = found;
  const { headings, body } = page.article();
  return (
    <div class="docs">
      <div class="docs-side">
        <div id="docs-search" data-language={language} />
        <nav aria-label={texts.pages} class="docs-wide">
          <Navigation groups={groups} current={page} />
        </nav>
        <details class="docs-menu">
          <summary>
            <span class="quiet">{texts.pages}</span> {page.title}
          </summary>
          <nav aria-label={texts.pages}>
            <Navigation groups={groups} current={page} />
          </nav>
        </details>
      </div>
      <article class="docs-article">
        {body}
        <Neighbours texts={texts} previous={previous} next={next} />
      </article>
      <Contents texts={texts} headings={headings} />
    </div>
  );
}

function Navigation(props: { groups: readonly PageGroup[]; current: DocsPage }) {
  return props.groups.map(({ title, pages }) => (
    <section key={title}>
      <h2>{title}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.slug}>
            <a
              href={hrefOf(page.slug)}
              aria-current={page.slug === props.current.slug ? "page" : undefined}
            >
              {page.title}
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
  readonly previous: DocsPage | undefined;
  readonly next: DocsPage | undefined;
}

function Neighbours({ texts, previous, next }: NeighboursProps) {
  return (
    <nav class="docs-neighbours" aria-label={texts.neighbours}>
      {previous !== undefined && (
        <a class="card" rel="prev" href={hrefOf(previous.slug)}>
          <span class="quiet">← {texts.previous}</span>
          <span>{previous.title}</span>
        </a>
      )}
      {next !== undefined && (
        <a class="card next" rel="next" href={hrefOf(next.slug)}>
          <span class="quiet">{texts.next} →</span>
          <span>{next.title}</span>
        </a>
      )}
    </nav>
  );
}
