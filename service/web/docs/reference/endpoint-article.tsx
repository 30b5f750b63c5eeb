import { PageStateScript } from "#web-kit/document/page-state-script.tsx";
import { DataTable } from "../../frame/data-table.tsx";
import { ALL_TEXTS, translated, type DocsTexts } from "../../texts/texts.ts";
import { credentialOf, type Endpoint, nameIn, type Operation } from "../documents/open-api.ts";
import type { ArticleProps, DocsPage } from "../frame/article.tsx";
import { tryItOf } from "../try-it/try-it-state.ts";
import { referencePage } from "./reference-page.tsx";
import { samplesOf } from "./samples.ts";
import { FieldList, SchemaFields } from "./schema-fields.tsx";

/** The synthesis host may be another; its health is what it answers. */
const HEALTH_PATH = "/health/synth";

/** The reference page of an endpoint. */
export function endpointPage(endpoint: Endpoint, props: ArticleProps): DocsPage {
  const { operationId: id, method, path, summary: title, description, parameters } = endpoint;
  const { language, content } = props;
  const texts = ALL_TEXTS.docs[language];
  const { schemas } = content.openApi.components;
  const bodies = endpoint.requestBody?.content ?? {};
  const access = {
    none: texts.forEverybody,
    session: texts.forSessions,
    account: texts.forAccounts,
  };
  const sections = () => ({
    parameters: parameters !== undefined && (
      <FieldList
        fields={parameters.map(({ name, in: place, required: isRequired, schema }) => ({
          name,
          schema,
          isRequired,
          place: texts.places[place],
        }))}
      />
    ),
    body: endpoint.requestBody !== undefined && <Media content={bodies} />,
    answer: <Success endpoint={endpoint} props={props} />,
    errors: <ErrorCodes endpoint={endpoint} texts={texts} />,
    try: (
      // The script renders its form into this element.
      <div id="try-it" data-language={language}>
        <noscript>
          <p class="notice">{texts.tryNeedsScript}</p>
        </noscript>
        <PageStateScript state={tryItOf(endpoint, schemas)} />
      </div>
    ),
  });
  return referencePage(
    {
      id,
      title,
      description,
      address: { method, path },
      named: schemas,
      access: access[credentialOf(endpoint)],
      samples: () => samplesOf(endpoint, path === HEALTH_PATH ? content.ttsUrl : props.baseUrl),
      sections,
    },
    props,
  );
}

interface MediaProps {
  readonly content: NonNullable<Operation["requestBody"]>["content"];
}

function Media({ content }: MediaProps) {
  return Object.entries(content).map(([type, { schema }]) => (
    <div key={type} class="media">
      <p class="media-type">
        <code>{type}</code>
      </p>
      <SchemaFields schema={schema} />
    </div>
  ));
}

interface SuccessProps {
  readonly endpoint: Endpoint;
  readonly props: ArticleProps;
}

function Success({ endpoint: { responses }, props: { language, content } }: SuccessProps) {
  const found = Object.entries(responses).find(([status]) => Number(status) < 400);
  if (found === undefined) return null;
  const [status, answer] = found;
  const { headers: named } = content.openApi.components;
  return (
    <>
      <p>
        <strong>{status}</strong> {translated(language, answer.description)}
      </p>
      <Media content={answer.content ?? {}} />
      <details class="inside">
        <summary>{ALL_TEXTS.docs[language].headers}</summary>
        <FieldList
          fields={Object.entries(answer.headers ?? {}).map(([name, header]) => ({
            name,
            schema: "schema" in header ? header.schema : (named[name]?.schema ?? {}),
          }))}
        />
      </details>
    </>
  );
}

/** The error codes that an operation may be answered with, by status. */
function ErrorCodes(props: { readonly endpoint: Endpoint; readonly texts: DocsTexts }) {
  const { endpoint, texts } = props;
  const failures = Object.entries(endpoint.responses).filter(([status]) => Number(status) >= 400);
  return (
    <DataTable
      label={texts.errors}
      columns={[texts.status, texts.code]}
      rows={failures.map(([status, { content }]) => {
        const examples = Object.values(content?.["application/json"]?.examples ?? {});
        return [status, <CodeLinks names={examples.map(({ $ref }) => nameIn($ref))} />];
      })}
    />
  );
}

/** Error codes as links to what they mean. */
export function CodeLinks({ names }: { readonly names: readonly string[] }) {
  return (
    <p class="codes">
      {names.map((name) => (
        <a key={name} href={`/docs/errors#${name}`}>
          <code>{name === "unknown_saved_voice" ? "unknown_voice" : name}</code>
        </a>
      ))}
    </p>
  );
}
