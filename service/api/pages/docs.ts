import { JSON_TYPE } from "#runtime/content-types.ts";
import { MEBIBYTE } from "#units/bytes.ts";
import { basename } from "node:path";
import type {} from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { ACTIVITIES, KEPT, keysOf } from "../../contract/activities.ts";
import { LIMITS } from "../../contract/limits.ts";
import { DEFAULT_SPEECH_MODEL_ID } from "../../contract/speech.ts";
import { TRANSCRIPTION_MODEL_ID } from "../../contract/transcriptions.ts";
import { ApiError, ERRORS, type ErrorName } from "../../contract/errors.ts";
import type { CodeLanguage } from "../../web/code/code-block.tsx";
import type { ArticleProps } from "../../web/docs/frame/article.tsx";
import type { DocsContent, ErrorRow, LimitRow, ShownModel } from "../../web/docs/frame/content.ts";
import type { ModelVoices } from "../../web/frame/shown-voice.ts";
import { type Representation, representationOf } from "#runtime/representation.ts";
import { sendRepresentation } from "#runtime/send-representation.ts";
import { type Language, languages } from "#web-kit/language/languages.ts";
import type { Engine } from "../../engine/engine.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";
import { contractDocuments } from "./contract-documents.ts";
import { KeptBy, remembered } from "../http/remembered.ts";
import { chosenLanguage, codeLanguageOf } from "./reader-choices.ts";
import type { SiteServices } from "./site-services.ts";
import { shownVoices } from "./voice-samples.ts";
import { sendKeptPage, sendNotFoundPage, wantsPage } from "./send-page.ts";

/** Registers `/docs` and the pages below it, and their search indexes. */
export async function docsRoutes(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { web, publicUrl, engine } = services;
  const documents = contractDocuments(services);
  const parts = remembered(
    () => [documents(), ...engineFacts(engine)],
    () => ({
      page: "docs" as const,
      ...documents(),
      errors: errorRows(),
      limits: namedLimits(),
      limitRows: limitRows(),
      voices: modelVoices(engine),
      models: shownModels(engine),
      ...modelIds(services),
    }),
  );
  const kept = new KeptBy<object, DocsContent>();
  const contentOf = (slug: string, codeLanguage: CodeLanguage): DocsContent => {
    const content = { ...parts(), slug, codeLanguage };
    const isPage = slug === "" || web.isDocsPage(content);
    return isPage ? kept.of(parts(), `${slug} ${codeLanguage}`, () => content) : content;
  };
  const texts = new KeptBy<DocsContent, Promise<Representation>>();
  const sendText = async (
    reply: FastifyReply,
    language: Language,
    type: string,
    write: (props: ArticleProps) => string | Promise<string>,
    vary?: string,
  ) => {
    const content = contentOf("", "curl");
    const baseUrl = publicUrl();
    const { url } = reply.request.routeOptions;
    const text = await texts.of(content, `${url} ${language} ${baseUrl}`, async () =>
      representationOf(type, await write({ content, language, baseUrl })),
    );
    const options = { cacheControl: "no-cache", ...(vary !== undefined && { vary }) };
    return sendRepresentation(reply.request, reply, text, options);
  };

  app.get("/docs", (request, reply) =>
    sendKeptPage(services, reply, contentOf("", codeLanguageOf(request)), "/docs"),
  );

  app.get<{ Params: { "*": string } }>("/docs/*", (request, reply) => {
    const content = contentOf(request.params["*"], codeLanguageOf(request));
    if (content.slug !== "" && web.isDocsPage(content)) {
      return sendKeptPage(services, reply, content, `/docs/${content.slug}`);
    }
    if (!wantsPage(request)) throw new ApiError("not_found");
    return sendNotFoundPage(services, reply);
  });

  app.get("/docs/merhaba.mp3", (_request, reply) => reply.sendFile(basename(web.sampleClip)));

  for (const [path, textOf] of Object.entries(web.markdownFiles)) {
    app.get(path, (_request, reply) =>
      sendText(reply, chosenLanguage(reply), typeOf(path), textOf, "accept-language, cookie"),
    );
  }

  for (const language of languages) {
    app.get(`/docs/search-${language}.json`, (_request, reply) =>
      sendText(reply, language, JSON_TYPE, web.searchIndex),
    );
  }
}

/** Returns the current facts about models that pages show; pages are rendered again when one has changed. */
export function engineFacts(engine: Engine): readonly unknown[] {
  const { models } = engine;
  const ofModels = models.flatMap((model) => [
    model,
    model.voices.length > 0 && model.voices,
    model.missing.join(),
    engine.aliasesOf(model).join(),
  ]);
  return [engine.defaultOf("synthesis"), engine.defaultOf("transcription"), ...ofModels];
}

/** Returns the content type of a text by its path: Markdown has its own. */
const typeOf = (path: string): string =>
  `${path.endsWith(".md") ? "text/markdown" : "text/plain"}; charset=utf-8`;

/** Returns the built-in voices by model, those of the default model first. */
export function modelVoices(engine: Engine): readonly ModelVoices[] {
  return synthesisModels(engine).map((model) => ({ model: model.id, voices: shownVoices(model) }));
}

function modelIds({ engine, compatModelId }: SiteServices) {
  return {
    compatModelId,
    compatTargetId: engine.named("transcription", compatModelId)?.id ?? TRANSCRIPTION_MODEL_ID,
    synthesisModelId: engine.defaultOf("synthesis")?.id ?? DEFAULT_SPEECH_MODEL_ID,
  };
}

/** Returns all models, the default ones of their tasks first. */
function shownModels(engine: Engine): readonly ShownModel[] {
  return engine.models
    .map((model) => ({
      id: model.id,
      task: model.manifest.task,
      sampleRate: model.sampleRate,
      names: engine.aliasesOf(model),
      capabilities: model.manifest.capabilities ?? [],
      isDefault: model === engine.defaultOf(model.manifest.task),
    }))
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
}

/** Returns the synthesis models, the default one first. */
export function synthesisModels(engine: Engine): readonly ModelPool[] {
  const standard = engine.defaultOf("synthesis");
  return engine
    .ofTask("synthesis")
    .toSorted((one, other) => Number(other === standard) - Number(one === standard));
}

function errorRows(): readonly ErrorRow[] {
  return (Object.keys(ERRORS) as ErrorName[])
    .map((name) => {
      const { status, code, retryAfterSeconds, sentence, advice } = ERRORS[name];
      return { name, status, code: code ?? name, retryAfterSeconds, sentence, advice };
    })
    .toSorted((one, other) => one.status - other.status);
}

function namedLimits(): Readonly<Record<string, number>> {
  const entries = Object.entries<number | Readonly<Record<string, number>>>(LIMITS);
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === "number"
        ? [[name, value]]
        : Object.entries(value).map(([part, one]) => [`${name}.${part}`, one]),
    ),
  );
}

/** Returns the limits that the documentation shows, each with the code of the error beyond it. */
function limitRows(): readonly LimitRow[] {
  const { account } = LIMITS;
  const concurrent = Object.values(ACTIVITIES).map(({ limitName }) => limitName);
  const rows: readonly (readonly [LimitRow["name"], number, ErrorName])[] = [
    ["requestsPerMinute", account.requestsPerMinute, "rate_limit_exceeded"],
    ...concurrent.map((name) => [name, account[name], "rate_limit_exceeded"] as const),
    ["messagesPerSecond", LIMITS.socket.messagesPerSecond, "rate_limit_exceeded"],
    ["monthlyAudioSeconds", account.monthlyAudioSeconds / 3600, "quota_exceeded"],
    ["monthlyCharacters", account.monthlyCharacters, "quota_exceeded"],
    ...keysOf(KEPT).map((name) => [name, account[name], KEPT[name].error] as const),
    ["uploadBytes", LIMITS.uploadBytes / MEBIBYTE, "file_too_large"],
    ["audioSeconds", LIMITS.audioSeconds / 3600, "audio_too_long"],
    ["inputCharacters", LIMITS.inputCharacters, "input_too_long"],
    ["directionCharacters", LIMITS.directionCharacters, "invalid_instructions"],
    ["minReferenceSeconds", LIMITS.minReferenceSeconds, "reference_too_short"],
    ["maxReferenceSeconds", LIMITS.maxReferenceSeconds, "reference_too_long"],
    ["referenceBytes", LIMITS.referenceBytes / MEBIBYTE, "reference_too_large"],
    ["pronunciationsPerRequest", LIMITS.pronunciationsPerRequest, "invalid_pronunciations"],
    ["sessionSeconds", LIMITS.sessionSeconds / 60, "token_expired"],
  ];
  return rows.map(([name, value, error]) => ({ name, value, error }));
}
