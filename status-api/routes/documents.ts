import type { FastifyInstance, FastifyReply } from "fastify";
import type { Publication } from "../publication.ts";
import { sendRepresentation } from "./send-representation.ts";
import { sendError } from "./errors.ts";

/** Where routes find what to serve, and the clock. */
export interface Published {
  current(): Publication | undefined;
  nowMs(): number;
}

/** Clients may keep a document this long; checks run once a minute. */
const documentCaching = "public, max-age=10, stale-while-revalidate=30, stale-if-error=86400";

const preflightSeconds = 86_400;

/** Serves the JSON documents, which any web page may read. */
export function documentRoutes(app: FastifyInstance, published: Published): void {
  app.get("/api/v2/status.json", async (request, reply) => {
    allowEveryOrigin(reply);
    const publication = published.current();
    if (publication === undefined) return sendError(reply, "not_ready");
    sayAge(reply, publication, published.nowMs());
    return sendRepresentation(request, reply, publication.statusDocument, {
      cacheControl: documentCaching,
    });
  });

  app.options("/api/*", async (_request, reply) => {
    allowEveryOrigin(reply)
      .header("access-control-allow-methods", "GET, HEAD")
      .header("access-control-allow-headers", "if-none-match")
      .header("access-control-max-age", preflightSeconds);
    return reply.code(204).send();
  });
}

/** Says how many seconds ago the monitor last wrote, in a header: the bytes of a document do not age. */
export function sayAge(reply: FastifyReply, { snapshot }: Publication, nowMs: number): void {
  const ageSeconds = Math.max(0, Math.floor((nowMs - snapshot.dataAtMs) / 1000));
  reply.header("x-data-age-seconds", ageSeconds);
}

function allowEveryOrigin(reply: FastifyReply): FastifyReply {
  return reply
    .header("access-control-allow-origin", "*")
    .header("access-control-expose-headers", "etag, x-data-age-seconds");
}
