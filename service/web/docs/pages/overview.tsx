import { ALL_TEXTS } from "../../texts/texts.ts";
import { Code } from "../../code/code-block.tsx";
import {
  AddressLine,
  articleOf,
  type ArticleProps,
  type DocsPage,
  hrefOf,
  sectionsOf,
} from "../frame/article.tsx";
import type { PageGroup } from "./pages.ts";

/** The page of every endpoint and every socket, and of what they have in common. */
export function overviewPage(
  groups: readonly PageGroup[],
  { language, baseUrl }: ArticleProps,
): DocsPage {
  const texts = ALL_TEXTS.docs[language];
  const { base, credentials, headers } = texts.overviewSections;
  const lead = (
    <>
      <h1>{texts.reference}</h1>
      <p class="lead">
        {texts.overviewLead} <a href="/v1/openapi.json">OpenAPI</a>,{" "}
        <a href="/v1/asyncapi.json">AsyncAPI</a>
      </p>
    </>
  );
  const common = {
    base: [<p>{base.text}</p>, <Code language="text" code={baseUrl} />],
    credentials: [
      <p>{credentials.text}</p>,
      <Code language="text" code="Authorization: Bearer sk_…" />,
    ],
    headers: <p>{headers.text}</p>,
  };
  const titles = { base: base.title, credentials: credentials.title, headers: headers.title };
  const sections = [
    ...sectionsOf(common, titles),
    ...groups.map(({ title, pages }, index) => ({
      id: `group-${index}`,
      depth: 2,
      text: title,
      body: <PageList pages={pages} />,
    })),
  ];
  return {
    slug: "reference",
    title: texts.overview,
    article: () => articleOf(lead, sections, texts),
  };
}

function PageList({ pages }: Pick<PageGroup, "pages">) {
  return (
    <ul class="endpoints">
      {pages.map(({ slug, title, address }) => (
        <li key={slug}>
          <a href={hrefOf(slug)}>{title}</a>
          {address !== undefined && (
            <span class="address">
              <AddressLine {...address} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
