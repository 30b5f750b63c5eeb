import { DAY_SECONDS } from "#units/time.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Publication } from "../publication/publication.ts";
import type { Representation } from "#runtime/representation.ts";
import { sendError } from "./errors.ts";
import { sendRepresentation } from "#runtime/send-representation.ts";

/** The published data that routes serve, and the clock. */
export interface Published {
  readonly current: () => Publication | undefined;
  /** Whether nothing is published because the database was not reached yet, rather than because no prober has reported. */
  readonly isNotReached: () => boolean;
  readonly nowMs: () => number;
}

/** Clients may cache a document this long; checks run once a minute. */
const DOCUMENT_CACHING = "public, max-age=10, stale-while-revalidate=30, stale-if-error=86400";

const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "etag, x-data-age-seconds",
};

const PREFLIGHT_SECONDS = DAY_SECONDS;

/** Serves status.json, and answers CORS preflight requests for all documents: any web page may read them. */
export function documentRoutes(app: FastifyInstance, published: Published): void {
  app.get("/api/v2/status.json", (request, reply) =>
    sendDocument(request, reply, published, ({ statusDocument }) => statusDocument),
  );

  app.options("/api/*", async (_request, reply) => {
    reply
      .headers(OPEN_TO_ALL)
      .header("access-control-allow-methods", "GET, HEAD")
      .header("access-control-allow-headers", "if-none-match")
      .header("access-control-max-age", PREFLIGHT_SECONDS);
    return reply.code(204).send();
  });
}

/** Sends what `choose` finds in the publication, 404 when it finds nothing; any web page may read it. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  published: Published,
  choose: (
    publication: Publication,
  ) => Representation | undefined | Promise<Representation | undefined>,
  cacheControl = DOCUMENT_CACHING,
): FastifyReply | Promise<FastifyReply> {
  reply.headers(OPEN_TO_ALL);
  const publication = published.current();
  if (publication === undefined) return sendNothingYet(reply, published);
  const send = (representation: Representation | undefined) => {
    if (representation === undefined) return sendError(reply, "not_found");
    sayAge(reply, publication, published.nowMs());
    return sendRepresentation(request, reply, representation, { cacheControl });
  };
  const chosen = choose(publication);
  return chosen instanceof Promise ? chosen.then(send) : send(chosen);
}

/** Sends the error that nothing is published yet, with the reason. */
export function sendNothingYet(reply: FastifyReply, published: Published): FastifyReply {
  if (!published.isNotReached()) return sendError(reply, "not_ready");
  const said = "The monitor's database has not answered since this program started.";
  return sendError(reply, "database_away", said);
}

/** Sets a header with the seconds since the monitor last wrote: the bytes of a document do not change with its age. */
export function sayAge(reply: FastifyReply, publication: Publication, nowMs: number): void {
  const ageMs = nowMs - publication.snapshot.dataAtMs;
  reply.header("x-data-age-seconds", Math.max(0, Math.floor(ageMs / 1000)));
}
