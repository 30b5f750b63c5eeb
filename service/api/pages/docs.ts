import { basename } from "node:path";
import type {} from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { ACTIVITIES, KEPT, keysOf } from "../../contract/activities.ts";
import { LIMITS } from "../../contract/limits.ts";
import { DEFAULT_SPEECH_MODEL_ID } from "../../contract/speech.ts";
import { TRANSCRIPTION_MODEL_ID } from "../../contract/transcriptions.ts";
import { ApiError, ERRORS, type ErrorName } from "../../contract/errors.ts";
import type { CodeLanguage } from "../../web/code/code-block.tsx";
import type { DocsContent, ErrorRow, LimitRow, ShownModel } from "../../web/docs/frame/content.ts";
import type { ModelVoices } from "../../web/frame/shown-voice.ts";
import { languages } from "#web-kit/language/languages.ts";
import type { Engine } from "../../engine/engine.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";
import { contractDocuments } from "./contract-documents.ts";
import { rememberedByUrl } from "./remembered-by-url.ts";
import { chosenLanguage, codeLanguageOf } from "./reader-choices.ts";
import type { SiteServices } from "./site-services.ts";
import { shownVoices } from "./voice-samples.ts";
import { sendNotFoundPage, sendPage, wantsPage } from "./send-page.ts";

/** `/docs` and the pages below it, and what their search looks through. */
export async function docsRoutes(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { web, publicUrl } = services;
  const documents = contractDocuments(services);
  const contentOf = (slug: string, codeLanguage: CodeLanguage): DocsContent => ({
    page: "docs",
    slug,
    ...documents(),
    errors: errorRows(),
    limits: namedLimits(),
    limitRows: limitRows(),
    voices: modelVoices(services.engine),
    models: shownModels(services.engine),
    ...modelIds(services),
    codeLanguage,
  });

  app.get("/docs", (request, reply) =>
    sendPage(services, reply, contentOf("", codeLanguageOf(request))),
  );

  app.get<{ Params: { "*": string } }>("/docs/*", (request, reply) => {
    const content = contentOf(request.params["*"], codeLanguageOf(request));
    if (content.slug !== "" && web.isDocsPage(content)) {
      return sendPage(services, reply, content);
    }
    if (!wantsPage(request)) throw new ApiError("not_found");
    return sendNotFoundPage(services, reply);
  });

  app.get("/docs/merhaba.mp3", (_request, reply) => reply.sendFile(basename(web.sampleClip)));

  for (const [path, textOf] of Object.entries(web.markdownFiles)) {
    app.get(path, (_request, reply) => {
      const props = { language: chosenLanguage(reply), content: contentOf("", "curl") };
      return reply
        .type(typeOf(path))
        .header("vary", "accept-language, cookie")
        .header("cache-control", "no-cache")
        .send(textOf({ ...props, baseUrl: publicUrl() }));
    });
  }

  for (const language of languages) {
    const searchIndex = rememberedByUrl((baseUrl) =>
      web.searchIndex({ content: contentOf("", "curl"), language, baseUrl }),
    );
    app.get(`/docs/search-${language}.json`, (_request, reply) =>
      reply
        .type("application/json; charset=utf-8")
        .header("cache-control", "no-cache")
        .send(searchIndex(publicUrl())),
    );
  }
}

/** Says whether the text of a path is Markdown, which has a type of its own. */
const typeOf = (path: string): string =>
  `${path.endsWith(".md") ? "text/markdown" : "text/plain"}; charset=utf-8`;

/** The built-in voices by model, those of the default one first. */
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

/** Every model, the default ones of their tasks first. */
function shownModels(engine: Engine): readonly ShownModel[] {
  return engine.models
    .map((model) => ({
      id: model.id,
      task: model.manifest.task,
      sampleRate: model.sampleRate,
      names: engine.otherNamesOf(model),
      capabilities: model.manifest.capabilities ?? [],
      isDefault: model === engine.defaultOf(model.manifest.task),
    }))
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
}

/** The models that speak, the default one first. */
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

const BYTES_PER_MB = 1024 * 1024;

/** The limits that the documentation shows, each with the code of the error beyond it. */
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
    ["uploadBytes", LIMITS.uploadBytes / BYTES_PER_MB, "file_too_large"],
    ["audioSeconds", LIMITS.audioSeconds / 3600, "audio_too_long"],
    ["inputCharacters", LIMITS.inputCharacters, "input_too_long"],
    ["directionCharacters", LIMITS.directionCharacters, "invalid_instructions"],
    ["leastReferenceSeconds", LIMITS.leastReferenceSeconds, "reference_too_short"],
    ["mostReferenceSeconds", LIMITS.mostReferenceSeconds, "reference_too_long"],
    ["referenceBytes", LIMITS.referenceBytes / BYTES_PER_MB, "reference_too_large"],
    ["pronunciationsPerRequest", LIMITS.pronunciationsPerRequest, "invalid_pronunciations"],
    ["sessionSeconds", LIMITS.sessionSeconds / 60, "token_expired"],
  ];
  return rows.map(([name, value, error]) => ({ name, value, error }));
}
