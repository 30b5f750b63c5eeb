/// <reference types="vite/client" />
import { Code, codeBlocksIn, Samples } from "../../code/code-block.tsx";
import { ALL_TEXTS, translated } from "../../texts/all-texts.ts";
import { type channelsOf, type Message, messagesFrom } from "../documents/async-api.ts";
import {
  AddressLine,
  type Article,
  articleOf,
  type ArticleProps,
  type DocsPage,
  sectionsOf,
} from "../frame/article.tsx";
import { CodeLinks } from "./endpoint-article.tsx";
import { FieldList, type SchemaContext, SchemaFields } from "./schema-fields.tsx";

type Socket = ReturnType<typeof channelsOf>[number];

/** The examples of each socket, by its slug. */
const SAMPLES = import.meta.glob<string>("./socket-samples/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The reference page of a socket. */
export function socketPage(socket: Socket, props: ArticleProps): DocsPage {
  const { slug, title, address, description, bindings } = socket;
  const parts = () => {
    const messages = [...messagesFrom("client", socket), ...messagesFrom("service", socket)];
    const names = [
      ...Object.keys(bindings.ws.query.properties),
      ...messages.map(({ name }) => name),
    ].join(" ");
    const text = `${address} ${translated(props.language, description)} ${names}`;
    return [{ heading: undefined, text }];
  };
  return {
    slug: `reference/${slug}`,
    title: translated(props.language, title),
    address: { method: "WS", path: address },
    article: () => socketArticle(socket, props),
    parts,
  };
}

function socketArticle(socket: Socket, { language, baseUrl, content }: ArticleProps): Article {
  const texts = ALL_TEXTS.docs[language];
  const { slug, title, address, description, bindings, messages } = socket;
  const context: SchemaContext = { named: content.asyncApi.components.schemas, language };
  const samples = SAMPLES[`./socket-samples/${slug}.md`];
  if (samples === undefined) throw new Error(`the socket ${address} has no example`);
  const url = `${baseUrl.replace(/^http/, "ws")}${address}`;
  const errors = messages["service.error"]?.examples ?? [];
  const lead = (
    <>
      <h1>{translated(language, title)}</h1>
      <p class="address">
        <AddressLine method="WS" path={address} />
      </p>
      <p class="lead">{translated(language, description)}</p>
      <p>{texts.socketAccess}</p>
    </>
  );
  const bodies = {
    example: (
      <Samples
        name="sample"
        blocks={codeBlocksIn(samples.replaceAll("{{socket_url}}", url))}
        chosen={content.codeLanguage}
        language={language}
      />
    ),
    parameters: (
      <FieldList
        fields={Object.entries(bindings.ws.query.properties).map(([name, schema]) => ({
          name,
          schema,
        }))}
        {...context}
      />
    ),
    fromClient: <Messages messages={messagesFrom("client", socket)} {...context} />,
    fromService: <Messages messages={messagesFrom("service", socket)} {...context} />,
    errors: (
      <>
        <p>{texts.socketErrors}</p>
        {errors[0] !== undefined && (
          <Code language="json" code={JSON.stringify(errors[0].payload, undefined, 2)} />
        )}
        <CodeLinks names={errors.map(({ name }) => name)} />
      </>
    ),
  };
  return articleOf(lead, sectionsOf(bodies, texts.sections), texts);
}

function Messages({
  messages,
  ...context
}: SchemaContext & { readonly messages: readonly Message[] }) {
  return messages.map(({ name, contentType, payload }) => {
    const { description, properties } = payload;
    const isJson = contentType === "application/json";
    return (
      <div key={name} class="media">
        <p class="media-type">
          <code>{name}</code>
        </p>
        {description !== undefined && (properties !== undefined || !isJson) && (
          <p>{translated(context.language, description)}</p>
        )}
        {isJson && <SchemaFields schema={payload} {...context} />}
      </div>
    );
  });
}
