import { Code } from "../../code/code-block.tsx";
import type { ArticleProps, Heading } from "../frame/article.ts";
import { PermanentHeading } from "../frame/heading.tsx";
import { hrefOf, type PageGroup, pageGroups } from "./pages.ts";
import { ALL_TEXTS } from "../../texts/all-texts.ts";

const SECTIONS = ["base", "credentials", "headers"] as const;

/** The groups of the reference's pages: those of endpoints and that of sockets. */
function groupsOf({ language, content }: ArticleProps): readonly PageGroup[] {
  return pageGroups(language, content).filter(({ pages: [first] }) =>
    ["endpoint", "socket"].includes(first?.subject.kind ?? ""),
  );
}

export function overviewHeadings(props: ArticleProps): readonly Heading[] {
  const { overviewSections } = ALL_TEXTS.docs[props.language];
  return [
    ...SECTIONS.map((id) => ({ id, depth: 2, text: overviewSections[id].title })),
    ...groupsOf(props).map(({ title }, index) => ({ id: `group-${index}`, depth: 2, text: title })),
  ];
}

/** Every endpoint and every socket, and what they have in common. */
export function Overview(props: ArticleProps) {
  const texts = ALL_TEXTS.docs[props.language];
  return (
    <>
      <h1>{texts.reference}</h1>
      <p class="lead">
        {texts.overviewLead} <a href="/v1/openapi.json">OpenAPI</a>,{" "}
        <a href="/v1/asyncapi.json">AsyncAPI</a>
      </p>
      {SECTIONS.map((id) => {
        const { title, text } = texts.overviewSections[id];
        return (
          <section key={id} aria-labelledby={id}>
            <PermanentHeading id={id} depth={2} text={title} texts={texts} />
            <p>{text}</p>
            {id === "base" && <Code language="text" code={props.baseUrl} />}
            {id === "credentials" && <Code language="text" code="Authorization: Bearer sk_…" />}
          </section>
        );
      })}
      {groupsOf(props).map((group, index) => (
        <section key={group.title} aria-labelledby={`group-${index}`}>
          <PermanentHeading id={`group-${index}`} depth={2} text={group.title} texts={texts} />
          <ul class="endpoints">
            {group.pages.map(({ slug, title, subject }) => (
              <li key={slug}>
                <a href={hrefOf(slug)}>{title}</a>
                {subject.kind === "endpoint" && (
                  <Address method={subject.endpoint.method} path={subject.endpoint.path} />
                )}
                {subject.kind === "socket" && <Address method="WS" path={subject.socket.address} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Address({ method, path }: { readonly method: string; readonly path: string }) {
  return (
    <span class="address">
      <span class="method">{method}</span> <code>{path}</code>
    </span>
  );
}
