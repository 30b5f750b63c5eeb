import type { ComponentChildren } from "preact";
import { type CodeBlock, Samples } from "../../code/code-block.tsx";
import { ALL_TEXTS, translated, type DocsTexts } from "../../texts/texts.ts";
import { kebabCase, type Schema } from "../documents/open-api.ts";
import {
  type Address,
  AddressLine,
  articleOf,
  type ArticleProps,
  type DocsPage,
  sectionsOf,
} from "../frame/article.tsx";
import { SchemaContext } from "./schema-fields.tsx";

/** An endpoint or a socket; its texts are in the English of the contract. */
interface Subject {
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly address: Address;
  /** The schemas of its document by their names. */
  readonly named: Readonly<Record<string, Schema>>;
  /** Who may use it. */
  readonly access: string;
  readonly samples: () => readonly CodeBlock[];
  /** The sections after its samples. */
  readonly sections: () => Readonly<
    Partial<Record<keyof DocsTexts["sections"], ComponentChildren>>
  >;
}

/** Makes the reference page of an endpoint or a socket. */
export function referencePage(subject: Subject, props: ArticleProps): DocsPage {
  const { language, content } = props;
  const texts = ALL_TEXTS.docs[language];
  const { id, address, access } = subject;
  const title = translated(language, subject.title);
  const description = translated(language, subject.description ?? "");
  const article = () => {
    const lead = (
      <>
        <h1>{title}</h1>
        <p class="address">
          <AddressLine {...address} />
        </p>
        {description !== "" && <p class="lead">{description}</p>}
        <p>{access}</p>
      </>
    );
    const example = (
      <Samples
        name="sample"
        blocks={subject.samples()}
        chosen={content.codeLanguage}
        language={language}
      />
    );
    const sections = sectionsOf({ example, ...subject.sections() }, texts.sections);
    const { headings, body } = articleOf(lead, sections, texts);
    const { Provider } = SchemaContext;
    return {
      headings,
      body: <Provider value={{ named: subject.named, language }}>{body}</Provider>,
    };
  };
  return { slug: `reference/${kebabCase(id)}`, title, address, article };
}
