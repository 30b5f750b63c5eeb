import { Code, Samples } from "../../code/code-block.tsx";
import type { ArticleProps, Heading } from "../frame/article.ts";
import { PermanentHeading } from "../frame/heading.tsx";
import type { DocsTexts } from "../../texts/texts.ts";
import { ALL_TEXTS } from "../../texts/all-texts.ts";
import { type Message, messagesFrom, type SocketChannel } from "../documents/async-api.ts";
import { CodeLink } from "./error-codes.tsx";
import { Field, type SchemaContext, SchemaFields } from "./schema-fields.tsx";
import { socketSamplesOf } from "./socket-samples.ts";
import { translated } from "../documents/translated.ts";

const SECTIONS = ["example", "parameters", "fromClient", "fromService", "errors"] as const;

export function socketHeadings(texts: DocsTexts): readonly Heading[] {
  return SECTIONS.map((id) => ({ id, depth: 2, text: texts.sections[id] }));
}

/** All of a socket, as its description has it: its address, and every message of both sides. */
export function SocketArticle(props: ArticleProps & { readonly socket: SocketChannel }) {
  const { socket, language, baseUrl, content } = props;
  const texts = ALL_TEXTS.docs[language];
  const sentence = (english: string): string => translated(language, english);
  const context: SchemaContext = { named: content.asyncApi.components.schemas, texts, sentence };
  const parameters = Object.entries(socket.bindings.ws.query.properties);
  return (
    <>
      <h1>{sentence(socket.title)}</h1>
      <p class="address">
        <span class="method">WS</span> <code>{socket.address}</code>
      </p>
      <p class="lead">{sentence(socket.description)}</p>
      <p>{texts.socketAccess}</p>
      {socketHeadings(texts).map((heading) => (
        <section key={heading.id} aria-labelledby={heading.id}>
          <PermanentHeading {...heading} texts={texts} />
          {heading.id === "example" && (
            <Samples
              name="sample"
              blocks={socketSamplesOf(socket.address, baseUrl)}
              chosen={content.codeLanguage}
              language={language}
            />
          )}
          {heading.id === "parameters" && (
            <ul class="fields">
              {parameters.map(([name, schema]) => (
                <li key={name}>
                  <Field name={name} schema={schema} {...context} />
                </li>
              ))}
            </ul>
          )}
          {heading.id === "fromClient" && (
            <Messages messages={messagesFrom("client", socket)} context={context} />
          )}
          {heading.id === "fromService" && (
            <Messages messages={messagesFrom("service", socket)} context={context} />
          )}
          {heading.id === "errors" && <SocketErrors socket={socket} texts={texts} />}
        </section>
      ))}
    </>
  );
}

function Messages(props: { messages: readonly Message[]; context: SchemaContext }) {
  const { messages, context } = props;
  return messages.map(({ name, contentType, payload }) => (
    <div key={name} class="media">
      <p class="media-type">
        <code>{name}</code>
      </p>
      {payload.description !== undefined && payload.properties !== undefined && (
        <p>{context.sentence(payload.description)}</p>
      )}
      {contentType === "application/json" ? (
        <SchemaFields schema={payload} {...context} />
      ) : (
        <p>{context.sentence(payload.description ?? "")}</p>
      )}
    </div>
  ));
}

function SocketErrors({ socket, texts }: { socket: SocketChannel; texts: DocsTexts }) {
  const examples = socket.messages["service.error"]?.examples ?? [];
  const [first] = examples;
  return (
    <>
      <p>{texts.socketErrors}</p>
      {first !== undefined && (
        <Code language="json" code={JSON.stringify(first.payload, undefined, 2)} />
      )}
      <p class="codes">
        {examples.map(({ name }) => (
          <CodeLink key={name} name={name} />
        ))}
      </p>
    </>
  );
}
