/// <reference types="vite/client" />
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { ALL_TEXTS, translated } from "../../texts/texts.ts";
import type { ContractDocuments, ReferencePart } from "../frame/content.ts";
import { kebabCase } from "../frame/paths.ts";
import examples from "./examples.json" with { type: "json" };
import type { AsyncApiDocument } from "../frame/async-api.ts";
import type { OpenApiDocument, Operation, SampleFiles } from "../frame/open-api.ts";

/** Example values with which the renderer fills a request, by operation. */
interface Example {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly files?: SampleFiles;
}

const EXAMPLES: Readonly<Record<string, Example>> = examples;

/** The examples of each WebSocket in Markdown, by file. */
const SOCKET_SAMPLES = import.meta.glob<string>("./socket-samples/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

const PROSE = new Set(["title", "description", "summary"]);
const ERROR_LINE = /^([a-z_]+): (.+)$/s;

/** Returns a part's document for its page: in the reader's language, with examples and an introduction. */
export function documentForReaders(
  part: ReferencePart,
  { openApi, asyncApi, ttsUrl }: ContractDocuments,
  language: Language,
): object {
  const baseUrl = openApi.servers[0]?.url ?? "";
  const document =
    part === "http"
      ? withExamples(inLanguage(openApi, language), language, ttsUrl)
      : withSamples(inLanguage(asyncApi, language), language, baseUrl);
  const { introductions, [part]: title } = ALL_TEXTS.reference[language];
  const description = fill(introductions[part], { base_url: baseUrl });
  return { ...document, info: { ...document.info, title, description } };
}

const TTS_HEALTH_PATH = "/health/synth";

function withExamples(
  openApi: OpenApiDocument,
  language: Language,
  ttsUrl: string,
): OpenApiDocument {
  const paths = mapValues(openApi.paths, (byMethod) => mapValues(byMethod, withExample));
  return {
    ...openApi,
    tags: openApi.tags.map(({ name }) => ({ name, "x-displayName": tagTitle(name, language) })),
    paths: {
      ...paths,
      [TTS_HEALTH_PATH]: mapValues(paths[TTS_HEALTH_PATH] ?? {}, (operation) => ({
        ...operation,
        servers: [{ url: ttsUrl }],
      })),
    },
  };
}

function withExample(operation: Operation): Operation {
  const { query = {}, body, files } = EXAMPLES[operation.operationId] ?? {};
  const { parameters, requestBody } = operation;
  return {
    ...operation,
    ...(files !== undefined && { "x-sample-files": files }),
    ...(parameters !== undefined && {
      parameters: parameters.map((parameter) => {
        const example = query[parameter.name];
        return example === undefined ? parameter : { ...parameter, example };
      }),
    }),
    ...(requestBody !== undefined &&
      body !== undefined && {
        requestBody: {
          ...requestBody,
          content: mapValues(requestBody.content, (media) => ({ ...media, example: body })),
        },
      }),
  };
}

function withSamples(
  asyncApi: AsyncApiDocument,
  language: Language,
  baseUrl: string,
): AsyncApiDocument {
  const { fromClient, fromService } = ALL_TEXTS.reference[language];
  const socketsUrl = baseUrl.replace(/^http/, "ws");
  return {
    ...asyncApi,
    channels: mapValues(asyncApi.channels, (channel, id) => ({
      ...channel,
      description: `${channel.description}\n\n${samplesOf(id, `${socketsUrl}${channel.address}`)}`,
    })),
    operations: mapValues(asyncApi.operations, (operation) => ({
      ...operation,
      title: operation.action === "receive" ? fromClient : fromService,
    })),
  };
}

function samplesOf(id: string, url: string): string {
  const markdown = SOCKET_SAMPLES[`./socket-samples/${kebabCase(id)}.md`];
  if (markdown === undefined) throw new Error(`the socket ${id} has no example`);
  return markdown.replaceAll("{{socket_url}}", url);
}

/** Translates the prose of a document, and formats the error codes in it as code. */
function inLanguage<Document>(document: Document, language: Language): Document {
  const written = JSON.stringify(document, (name, value: unknown) =>
    PROSE.has(name) && typeof value === "string" ? proseIn(language, value) : value,
  );
  return JSON.parse(written) as Document;
}

/** Returns the title of a tag in a language. */
export function tagTitle(tag: string, language: Language): string {
  const titles: Readonly<Record<string, string>> = ALL_TEXTS.reference[language].tags;
  return titles[tag] ?? tag;
}

function proseIn(language: Language, english: string): string {
  const whole = translated(language, english);
  if (whole !== english) return whole;
  return english
    .split("\n\n")
    .map((paragraph) => {
      const [, code, sentence] = ERROR_LINE.exec(paragraph) ?? [];
      if (code === undefined || sentence === undefined) return translated(language, paragraph);
      return `\`${code}\`: ${translated(language, sentence)}`;
    })
    .join("\n\n");
}

function mapValues<Value, Made>(
  values: Readonly<Record<string, Value>>,
  make: (value: Value, name: string) => Made,
): Record<string, Made> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, make(value, name)]),
  );
}
