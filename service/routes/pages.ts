import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Engine } from "../engine/engine.ts";
import { ERRORS, type ErrorKind } from "../http/errors.ts";
import { TRANSCRIPTION_MODEL_ID } from "../speech/transcription-request.ts";
import type { Language, PageContent } from "../web/page.ts";
import type { WebBuild } from "./web-build.ts";

export interface PageServices {
  readonly web: WebBuild;
  readonly publicUrl: () => string;
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");
const YEAR_MS = 365 * 86_400_000;

/** The public pages, and the files that all pages load. */
export async function pageRoutes(
  app: FastifyInstance,
  services: PageServices & {
    readonly engine: Engine;
    readonly ttsUrl: () => string;
    readonly compatModelId: string;
  },
): Promise<void> {
  const { web, engine, ttsUrl, compatModelId } = services;
  await app.register(fastifyStatic, {
    root: web.assetsDirectory,
    prefix: "/assets/",
    index: false,
    immutable: true,
    maxAge: YEAR_MS,
  });

  app.get("/", (request, reply) => sendPage(services, request, reply, { page: "website" }));

  app.get("/docs", (request, reply) => {
    const standard = engine.defaultOf("synthesis");
    const others = engine.ofTask("synthesis").filter((model) => model !== standard);
    return sendPage(services, request, reply, {
      page: "docs",
      ttsUrl: ttsUrl(),
      transcriptionModels: [TRANSCRIPTION_MODEL_ID, compatModelId],
      synthesisModels: (standard === undefined ? [] : [standard, ...others]).map(({ id }) => id),
      voice: standard?.voices[0]?.name,
      errors: errorRows(),
    });
  });

  app.get("/demo", (request, reply) => sendPage(services, request, reply, { page: "demo" }));
}

/** Answers with a page in the reader's language. */
export function sendPage(
  { web, publicUrl }: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  content: PageContent,
): FastifyReply {
  const language = preferredLanguage(request.headers["accept-language"]);
  const { scripts, styles, renderPage } = web;
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", CONTENT_SECURITY_POLICY)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "same-origin")
    .header("vary", "accept-language")
    .header("cache-control", "no-cache")
    .send(renderPage(content, { language, baseUrl: publicUrl(), scripts, styles }));
}

/** Turkish for whoever prefers it to English, English for everybody else. */
export function preferredLanguage(header = ""): Language {
  const weights = new Map<string, number>();
  for (const [index, part] of header.split(",").entries()) {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
    const weight = Number(/q=([\d.]+)/.exec(parameters.join(";"))?.[1] ?? 1);
    const language = tag.split("-")[0] ?? "";
    // Among equals the first counts.
    if (!weights.has(language)) weights.set(language, weight - index * 1e-6);
  }
  return (weights.get("tr") ?? 0) > (weights.get("en") ?? 0) ? "tr" : "en";
}

function errorRows() {
  const kinds: readonly [string, ErrorKind][] = Object.entries(ERRORS);
  return kinds
    .map(([name, { status, code, sentence }]) => ({ status, code: code ?? name, sentence }))
    .sort((one, other) => one.status - other.status);
}
