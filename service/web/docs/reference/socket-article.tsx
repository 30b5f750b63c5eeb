/// <reference types="vite/client" />
import type { Language } from "#web-kit/language/languages.ts";
import { Code, codeBlocksIn } from "../../code/code-block.tsx";
import { ALL_TEXTS, translated } from "../../texts/texts.ts";
import { type Channel, type Message, messagesFrom } from "../documents/async-api.ts";
import { kebabCase } from "../documents/open-api.ts";
import type { ArticleProps, DocsPage } from "../frame/article.tsx";
import { CodeLinks } from "./endpoint-article.tsx";
import { referencePage } from "./reference-page.tsx";
import { FieldList, SchemaFields } from "./schema-fields.tsx";

/** The examples of each socket, by its page. */
const SAMPLES = import.meta.glob<string>("./socket-samples/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The reference page of a socket. */
export function socketPage(id: string, socket: Channel, props: ArticleProps): DocsPage {
  const { language, baseUrl, content } = props;
  const texts = ALL_TEXTS.docs[language];
  const { title, address, description } = socket;
  const parameters = Object.entries(socket.bindings.ws.query.properties);
  const [fromClient, fromService] = [
    messagesFrom("client", socket),
    messagesFrom("service", socket),
  ];
  const errors = socket.messages["service.error"]?.examples ?? [];
  const samples = () => {
    const markdown = SAMPLES[`./socket-samples/${kebabCase(id)}.md`];
    if (markdown === undefined) throw new Error(`the socket ${address} has no example`);
    const url = `${baseUrl.replace(/^http/, "ws")}${address}`;
    return codeBlocksIn(markdown.replaceAll("{{socket_url}}", url));
  };
  const sections = () => ({
    parameters: <FieldList fields={parameters.map(([name, schema]) => ({ name, schema }))} />,
    fromClient: <Messages messages={fromClient} language={language} />,
    fromService: <Messages messages={fromService} language={language} />,
    errors: (
      <>
        <p>{texts.socketErrors}</p>
        {errors[0] !== undefined && (
          <Code language="json" code={JSON.stringify(errors[0].payload, undefined, 2)} />
        )}
        <CodeLinks names={errors.map(({ name }) => name)} />
      </>
    ),
  });
  return referencePage(
    {
      id,
      title,
      description,
      address: { method: "WS", path: address },
      named: content.asyncApi.components.schemas,
      access: texts.socketAccess,
      samples,
      sections,
    },
    props,
  );
}

interface MessagesProps {
  readonly messages: readonly Message[];
  readonly language: Language;
}

function Messages({ messages, language }: MessagesProps) {
  return messages.map(({ name, contentType, payload }) => {
    const { description, properties } = payload;
    const isJson = contentType === "application/json";
    return (
      <div key={name} class="media">
        <p class="media-type">
          <code>{name}</code>
        </p>
        {description !== undefined && (properties !== undefined || !isJson) && (
          <p>{translated(language, description)}</p>
        )}
        {isJson && <SchemaFields schema={payload} />}
      </div>
    );
  });
}
