import { PageStateScript } from "#web-kit/document/page-state-script.tsx";
import { Samples } from "../../code/code-block.tsx";
import type { ArticleProps, Heading } from "../frame/article.ts";
import { PermanentHeading } from "../frame/heading.tsx";
import type { DocsTexts } from "../../texts/texts.ts";
import { ALL_TEXTS } from "../../texts/all-texts.ts";
import { tryItOf } from "../try-it/try-it-state.ts";
import { ErrorCodes } from "./error-codes.tsx";
import { samplesOf } from "./samples.ts";
import type { Endpoint } from "../documents/open-api.ts";
import { Field, type SchemaContext, SchemaFields } from "./schema-fields.tsx";
import { translated } from "../documents/translated.ts";

/** The synthesis host may be another; its health is what it answers. */
const HEALTH_PATH = "/health/synth";

/** The parts of an endpoint's page. */
function sectionsOf({ parameters, requestBody }: Endpoint) {
  return [
    "example",
    ...(parameters === undefined ? [] : (["parameters"] as const)),
    ...(requestBody === undefined ? [] : (["body"] as const)),
    "answer",
    "errors",
    "try",
  ] as const;
}

export function endpointHeadings(endpoint: Endpoint, texts: DocsTexts): readonly Heading[] {
  return sectionsOf(endpoint).map((id) => ({ id, depth: 2, text: texts.sections[id] }));
}

/** All of an endpoint, as its description has it. */
export function EndpointArticle(props: ArticleProps & { readonly endpoint: Endpoint }) {
  const { endpoint, language, baseUrl, content } = props;
  const texts = ALL_TEXTS.docs[language];
  const sentence = (english: string): string => translated(language, english);
  const context: SchemaContext = { named: content.openApi.components.schemas, texts, sentence };
  const { method, path, summary, description } = endpoint;
  const sections = { endpoint, texts, context, props };
  return (
    <>
      <h1>{sentence(summary)}</h1>
      <p class="address">
        <span class="method">{method}</span> <code>{path}</code>
      </p>
      {description !== undefined && <p class="lead">{sentence(description)}</p>}
      <p>{accessOf(endpoint, texts)}</p>
      {endpointHeadings(endpoint, texts).map((heading) => (
        <section key={heading.id} aria-labelledby={heading.id}>
          <PermanentHeading {...heading} texts={texts} />
          {heading.id === "example" && (
            <Samples
              name="sample"
              blocks={samplesOf(endpoint, path === HEALTH_PATH ? content.ttsUrl : baseUrl)}
              chosen={content.codeLanguage}
              language={language}
            />
          )}
          {heading.id === "parameters" && <Parameters {...sections} />}
          {heading.id === "body" && <Body {...sections} />}
          {heading.id === "answer" && <Answers {...sections} />}
          {heading.id === "errors" && <ErrorCodes responses={endpoint.responses} texts={texts} />}
          {heading.id === "try" && <TryItSlot {...sections} />}
        </section>
      ))}
    </>
  );
}

interface SectionProps {
  readonly endpoint: Endpoint;
  readonly texts: DocsTexts;
  readonly context: SchemaContext;
  readonly props: ArticleProps;
}

function accessOf({ security }: Endpoint, texts: DocsTexts): string {
  if (security.length === 0) return texts.forEverybody;
  return security.some((one) => "session" in one) ? texts.forSessions : texts.forAccounts;
}

function Parameters({ endpoint: { parameters = [] }, texts, context }: SectionProps) {
  return (
    <ul class="fields">
      {parameters.map(({ name, in: place, required, schema }) => (
        <li key={name}>
          <p class="quiet field-place">{texts.places[place]}</p>
          <Field name={name} schema={schema} isRequired={required} {...context} />
        </li>
      ))}
    </ul>
  );
}

function Body({ endpoint: { requestBody }, context }: SectionProps) {
  return Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
    <div key={type} class="media">
      <p class="media-type">
        <code>{type}</code>
      </p>
      <SchemaFields schema={schema} {...context} />
    </div>
  ));
}

function Answers({ endpoint: { responses }, texts, context, props }: SectionProps) {
  const [status, answer] =
    Object.entries(responses).find(([one]) => Number(one) < 400) ?? ([] as const);
  if (answer === undefined) return null;
  const { headers: named } = props.content.openApi.components;
  return (
    <>
      <p>
        <strong>{status}</strong> {context.sentence(answer.description)}
      </p>
      {Object.entries(answer.content ?? {}).map(([type, { schema }]) => (
        <div key={type} class="media">
          <p class="media-type">
            <code>{type}</code>
          </p>
          <SchemaFields schema={schema} {...context} />
        </div>
      ))}
      <details class="inside">
        <summary>{texts.headers}</summary>
        <ul class="fields">
          {Object.entries(answer.headers ?? {}).map(([name, header]) => (
            <li key={name}>
              <Field
                name={name}
                schema={"schema" in header ? header.schema : (named[name]?.schema ?? {})}
                {...context}
              />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Where the script puts the form, with what it is made from. */
function TryItSlot({ endpoint, texts, props: { language, content } }: SectionProps) {
  const state = tryItOf(endpoint, content.openApi.components.schemas);
  return (
    <div id="try-it" data-language={language}>
      <noscript>
        <p class="notice">{texts.tryNeedsScript}</p>
      </noscript>
      <PageStateScript state={state} />
    </div>
  );
}
