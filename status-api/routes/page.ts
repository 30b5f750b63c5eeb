import type { FastifyInstance, FastifyReply } from "fastify";
import type { Archive } from "../archive.ts";
import { isLanguage } from "../language.ts";
import type { PageBuild, PageOptions } from "../page-build.ts";
import { html } from "../publication.ts";
import type { Language } from "../states.ts";
import { type Published, sayAge } from "./documents.ts";
import { sendError } from "./errors.ts";
import { readerLanguage, rememberLanguage } from "./reader-language.ts";
import { sendRepresentation } from "./send-representation.ts";
import { knownStory, oldStory } from "./statuspage.ts";

const yearSeconds = 31_536_000;

/** Browsers ask each time and get 304 while nothing changed. */
const revalidated = "public, no-cache";

/** Hashed names never change their content. */
const immutable = `public, max-age=${yearSeconds}, immutable`;

/** Nothing but our own script and style; the page's data is a JSON block, which no browser runs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves the status page, the data it refreshes itself from, and its script and style. */
export function pageRoutes(
  app: FastifyInstance,
  published: Published,
  build: PageBuild,
  archive: Archive,
): void {
  app.get<{ Querystring: { lang?: unknown } }>("/", async (request, reply) => {
    const language = readerLanguage(request);
    if (isLanguage(request.query.lang)) rememberLanguage(reply, language);
    const publication = published.current();
    if (publication === undefined) {
      const waiting = build.module.renderWaiting(pageOptions(language));
      return sendPage(reply.header("retry-after", 5), 503, waiting);
    }
    const nowMs = published.nowMs();
    sayAge(reply, publication, nowMs);
    secure(reply);
    return sendRepresentation(request, reply, publication.page(language, nowMs), {
      cacheControl: revalidated,
      vary: "accept-language, cookie",
    });
  });

  app.get("/page.json", async (request, reply) => {
    const publication = published.current();
    if (publication === undefined) return sendError(reply, "not_ready");
    sayAge(reply, publication, published.nowMs());
    return sendRepresentation(request, reply, publication.pageData(), {
      cacheControl: revalidated,
    });
  });

  app.get<{ Params: { id: string } }>("/incidents/:id", async (request, reply) => {
    const publication = published.current();
    if (publication === undefined) return sendError(reply, "not_ready");
    const { id } = request.params;
    const isOnPage = knownStory(publication.snapshot, id) !== undefined;
    if (!isOnPage && (await oldStory(archive, id)) === undefined) return reply.callNotFound();
    // The page tells of what is recent, each under an anchor; what is older is found in the documents.
    return reply
      .header("cache-control", "no-store")
      .redirect(isOnPage ? `/#incident-${id}` : "/", 302);
  });

  app.get("/assets/*", async (request, reply) => {
    const asset = build.assets.get(request.url.split("?")[0] ?? "");
    if (asset === undefined) return reply.callNotFound();
    return sendRepresentation(request, reply, asset, { cacheControl: immutable });
  });

  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith("/api/")) return sendError(reply, "not_found");
    return sendPage(reply, 404, build.module.renderNotFound(pageOptions(readerLanguage(request))));
  });

  function pageOptions(language: Language): PageOptions {
    const { script, styles } = build;
    return { language, renderedAtMs: published.nowMs(), script, styles };
  }
}

function sendPage(reply: FastifyReply, statusCode: number, document: string): FastifyReply {
  secure(reply);
  return reply
    .code(statusCode)
    .header("cache-control", "no-store")
    .header("content-type", html)
    .send(document);
}

function secure(reply: FastifyReply): void {
  reply.header("content-security-policy", contentSecurityPolicy);
  reply.header("referrer-policy", "no-referrer");
}
