import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Engine } from "../engine/engine.ts";
import { ERRORS, type ErrorKind } from "../http/errors.ts";
import { TRANSCRIPTION_MODEL_ID } from "../speech/transcription-request.ts";
import type { PageContent } from "../web/page.ts";
import { demoContent } from "./demo-content.ts";
import { chosenLanguage } from "./language.ts";
import type { WebBuild } from "./web-build.ts";

export interface PageServices {
  readonly web: WebBuild;
  readonly publicUrl: () => string;
}

/** What the public pages tell of beside their texts. */
export interface PublicPageServices extends PageServices {
  readonly engine: Engine;
  readonly ttsUrl: () => string;
  readonly compatModelId: string;
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
  services: PublicPageServices,
): Promise<void> {
  const { web, engine, ttsUrl, compatModelId } = services;
  await app.register(fastifyStatic, {
    root: web.assetsDirectory,
    prefix: "/assets/",
    index: false,
    immutable: true,
    maxAge: YEAR_MS,
    preCompressed: true,
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

  app.get("/demo", (request, reply) => sendPage(services, request, reply, demoContent(engine)));
}

/** Answers with a page in the reader's language. */
export function sendPage(
  { web, publicUrl }: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  content: PageContent,
): FastifyReply {
  const language = chosenLanguage(request, reply);
  const { files, renderPage } = web;
  const [path = "/"] = request.url.split("?");
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", CONTENT_SECURITY_POLICY)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "same-origin")
    .header("vary", "accept-language, cookie")
    .header("cache-control", "no-cache")
    .send(renderPage(content, { language, baseUrl: publicUrl(), path, files }));
}

function errorRows() {
  const kinds: readonly [string, ErrorKind][] = Object.entries(ERRORS);
  return kinds
    .map(([name, { status, code, sentence }]) => ({ status, code: code ?? name, sentence }))
    .sort((one, other) => one.status - other.status);
}
