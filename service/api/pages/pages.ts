import { YEAR_MS } from "#units/time.ts";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { LIMITS } from "../../contract/limits.ts";
import { TRANSCRIPTION_MODEL_ID } from "../../contract/transcriptions.ts";
import type { Engine } from "../../engine/engine.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";
import type { DemoContent } from "../../web/demo/frame/content.ts";
import type { WebsiteContent } from "../../web/website/website.tsx";
import { KeptBy, remembered } from "../http/remembered.ts";
import { docsRoutes, engineFacts, synthesisModels } from "./docs.ts";
import { referenceRoutes } from "./reference.ts";
import { codeLanguageOf } from "./reader-choices.ts";
import { sendKeptPage } from "./send-page.ts";
import { sitePictureRoutes } from "./site-picture.ts";
import type { SiteServices } from "./site-services.ts";
import { shownVoices, voiceSampleRoutes } from "./voice-samples.ts";

/** Registers the public pages, and the files that all pages load. */
export async function pageRoutes(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { web, engine } = services;
  await app.register(fastifyStatic, {
    root: web.assetsDirectory,
    prefix: "/assets/",
    index: false,
    immutable: true,
    maxAge: YEAR_MS,
    preCompressed: true,
  });

  const facts = () => engineFacts(engine);
  const websites = remembered(facts, () => ({
    page: "website" as const,
    voiceCounts: synthesisModels(engine).map(({ id, voices }) => ({
      model: id,
      count: voices.length,
    })),
    clones: synthesisModels(engine).some((model) => model.can("cloned_voices")),
    standard: speakerOf(engine.defaultOf("synthesis")),
    people: transcriberOf(engine)?.manifest.measured.people,
  }));
  const kept = new KeptBy<object, WebsiteContent>();
  app.get("/", (request, reply) => {
    const codeLanguage = codeLanguageOf(request);
    const website = websites();
    const content = kept.of(website, codeLanguage, () => ({ ...website, codeLanguage }));
    return sendKeptPage(services, reply, content, "/");
  });
  sitePictureRoutes(app);
  await app.register(docsRoutes, services);
  await app.register(referenceRoutes, services);
  await app.register(voiceSampleRoutes, services);
  const demo = remembered(facts, () => demoContent(engine));
  app.get("/demo", (_request, reply) => sendKeptPage(services, reply, demo(), "/demo"));
}

/** Returns the features of a synthesis model that examples can use; undefined before it was loaded. */
function speakerOf(model: ModelPool | undefined): WebsiteContent["standard"] {
  if (model === undefined || model.voices.length === 0) return undefined;
  return {
    voices: model.voices.map(({ name }) => name),
    designs: model.can("designed_voices"),
    isDirected: model.can("directed_delivery"),
  };
}

/** Returns the model that pages use for transcription. */
function transcriberOf(engine: Engine): ModelPool | undefined {
  return engine.named("transcription", TRANSCRIPTION_MODEL_ID);
}

function demoContent(engine: Engine): DemoContent {
  const { uploadBytes, inputCharacters, directionCharacters, voiceNameCharacters } = LIMITS;
  return {
    page: "demo",
    models: synthesisModels(engine).map((model) => ({
      id: model.id,
      sampleRate: model.manifest.sample_rate,
      designs: model.can("designed_voices"),
      isDirected: model.can("directed_delivery"),
      voices: shownVoices(model),
    })),
    hasWordTimes: transcriberOf(engine)?.can("word_times") === true,
    people: transcriberOf(engine)?.manifest.measured.people,
    limits: { uploadBytes, inputCharacters, directionCharacters, voiceNameCharacters },
  };
}
