import { callbackify } from "node:util";
import type { FastifyReply, FastifyRequest, onSendHookHandler } from "fastify";
import { html } from "../publication/publication.ts";
import { negotiateEncoding } from "../representation/content-encoding.ts";
import { representationOf } from "../representation/representation.ts";

/** Compresses a page that was made for one reader; those that many get have their encoding, and say so in Vary. */
export const compressPages: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const isPage = typeof payload === "string" && reply.getHeader("content-type") === html;
  if (isPage && !reply.hasHeader("vary")) compressPage(request, reply, payload, done);
  // All other answers go out without waiting for a turn of the event loop.
  else done(null, payload);
};

const compressPage = callbackify(
  async (request: FastifyRequest, reply: FastifyReply, page: string): Promise<string | Buffer> => {
    const wanted = negotiateEncoding(request.headers["accept-encoding"]);
    const { encoding, body } = await representationOf(html, page).encoded(wanted);
    reply.header("vary", "accept-encoding");
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return body;
  },
);
