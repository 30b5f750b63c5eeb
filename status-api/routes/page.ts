import type { FastifyInstance } from "fastify";
import type { Archive } from "../archive.ts";
import { isLanguage } from "../language.ts";
import type { PageBuild } from "../page-build.ts";
import { type Published, sayAge } from "./documents.ts";
import { sendError } from "./errors.ts";
import { sendMessagePage } from "./message-page.ts";
import { secure } from "./page-headers.ts";
import { readerLanguage, rememberLanguage } from "./reader-language.ts";
import { sendRepresentation } from "./send-representation.ts";
import { knownStory, oldStory } from "./statuspage.ts";

const yearSeconds = 31_536_000;

/** Browsers ask each time and get 304 while nothing changed. */
const revalidated = "public, no-cache";

/** Hashed names never change their content. */
const immutable = `public, max-age=${yearSeconds}, immutable`;

/** Serves the status page, the data it refreshes itself from, and its script and style. */
export function pageRoutes(
  app: FastifyInstance,
  published: Published,
  build: PageBuild,
  archive: Archive,
): void {
  const shown = { published, pageBuild: build };

  app.get<{ Querystring: { lang?: unknown } }>("/", async (request, reply) => {
    const language = readerLanguage(request);
    if (isLanguage(request.query.lang)) rememberLanguage(reply, language);
    const publication = published.current();
    if (publication === undefined) {
      return sendMessagePage(request, reply, shown, "waiting");
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
    if (publication === undefined) return sendMessagePage(request, reply, shown, "waiting");
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
    return sendMessagePage(request, reply, shown, "notFound");
  });
}
