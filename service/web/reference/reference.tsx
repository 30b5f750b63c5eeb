import type { ComponentChildren } from "preact";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { ALL_TEXTS, translated } from "../texts/texts.ts";
import type { ReferenceContent, ReferencePart } from "./frame/content.ts";
import { tagTitle } from "./documents/for-readers.ts";
import { type ReferenceEntry, referenceEntries } from "./documents/entries.ts";
import { RENDERER_ROOT_ID } from "./renderer/root.ts";
import { sectionOf } from "./frame/sections.ts";
import { documentPath, REFERENCE_PATHS } from "./frame/paths.ts";

const DOCUMENTS: Readonly<Record<ReferencePart, { readonly name: string; readonly href: string }>> =
  {
    http: { name: "OpenAPI", href: "/v1/openapi.json" },
    sockets: { name: "AsyncAPI", href: "/v1/asyncapi.json" },
  };

interface ReferenceProps {
  readonly language: Language;
  readonly content: ReferenceContent;
}

/** A page of the reference: a list of its entries, which the renderer of the document replaces. */
export function Reference({ language, content }: ReferenceProps) {
  const { part, codeLanguage } = content;
  const texts = ALL_TEXTS.reference[language];
  const entries = referenceEntries(content).filter((entry) => entry.part === part);
  const document = DOCUMENTS[part];
  return (
    <>
      <div class="reference-bar">
        <nav aria-label={texts.parts}>
          {(Object.keys(REFERENCE_PATHS) as ReferencePart[]).map((each) => (
            <a
              key={each}
              href={REFERENCE_PATHS[each]}
              aria-current={each === part ? "page" : undefined}
            >
              {texts[each]}
            </a>
          ))}
        </nav>
        <p>
          <a href="/docs">{texts.guides}</a>
          <a href={document.href}>{fill(texts.document, { name: document.name })}</a>
        </p>
      </div>
      <div
        id={RENDERER_ROOT_ID}
        data-document={documentPath(part, language)}
        data-code-language={codeLanguage}
      >
        <div class="reference-list">
          <h1>{`${texts.title}: ${texts[part]}`}</h1>
          <noscript>
            <div class="notice">
              <p>{texts.needsScript}</p>
              <p class="reference-files">
                {Object.values(DOCUMENTS).map(({ name, href }) => (
                  <a key={href} href={href}>
                    {fill(texts.document, { name })}
                  </a>
                ))}
                <a href="/llms-full.txt">{texts.asMarkdown}</a>
                <a href="/llms.txt">llms.txt</a>
              </p>
            </div>
          </noscript>
          <p class="reference-state quiet" role="status" />
          {[...Map.groupBy(entries, ({ tag }) => tag)].map(([tag, ofTag]) => (
            <EntryList
              key={tag}
              title={tag && <h2>{tagTitle(tag, language)}</h2>}
              {...{ ofTag, language }}
            />
          ))}
        </div>
      </div>
    </>
  );
}

interface EntryListProps {
  readonly title: ComponentChildren;
  readonly ofTag: readonly ReferenceEntry[];
  readonly language: Language;
}

function EntryList({ title, ofTag, language }: EntryListProps) {
  return (
    <section>
      {title}
      <ul>
        {ofTag.map(({ anchor, tag, title: name, description, method, path }) => (
          <li key={anchor} id={anchor} data-section={sectionOf({ anchor, tag })}>
            <p>
              <strong>{translated(language, name)}</strong>
            </p>
            <p>
              <span class="method">{method}</span> <code>{path}</code>
            </p>
            {description !== "" && <p>{translated(language, description)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
