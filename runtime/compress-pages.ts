import { callbackify } from "node:util";
import type { FastifyReply, FastifyRequest, onSendHookHandler } from "fastify";
import { MINIMUM_COMPRESSED_BYTES, negotiateEncoding } from "./content-encoding.ts";
import { representationOf } from "./representation.ts";

/** Maximum number of concurrent compressions; each takes some megabytes of memory. */
const MAX_CONCURRENT = 8;
/** Compressing a page takes three times as long as rendering it, so refusals for overload are sent uncompressed. */
const REFUSALS_FOR_LOAD: ReadonlySet<number> = new Set([429, 503]);
const COMPRESSED_TYPES = /^(?:text\/html|application\/json)\b/;

let atOnce = 0;

/**
 * Compresses a page that was made for one reader, unless too many compressions are running: then it is sent as it is. Bodies
 * shared by many readers are encoded already, and say so in `Vary`.
 */
export const compressPages: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const isLong = typeof payload === "string" && payload.length >= MINIMUM_COMPRESSED_BYTES;
  if (isLong && atOnce < MAX_CONCURRENT && isForOne(reply)) {
    compressPage(request, reply, payload, done);
  }
  // All other responses are sent without waiting for a turn of the event loop.
  else done(null, payload);
};

function isForOne(reply: FastifyReply): boolean {
  if (REFUSALS_FOR_LOAD.has(reply.statusCode)) return false;
  if (!COMPRESSED_TYPES.test(String(reply.getHeader("content-type")))) return false;
  return !String(reply.getHeader("vary")).includes("accept-encoding");
}

const compressPage = callbackify(
  async (request: FastifyRequest, reply: FastifyReply, page: string): Promise<string | Buffer> => {
    const vary = reply.getHeader("vary");
    reply.header(
      "vary",
      vary === undefined ? "accept-encoding" : `accept-encoding, ${String(vary)}`,
    );
    const wanted = negotiateEncoding(request.headers["accept-encoding"]);
    if (wanted === "identity") return page;
    const type = String(reply.getHeader("content-type"));
    atOnce += 1;
    try {
      const { encoding, body } = await representationOf(type, page).encoded(wanted);
      if (encoding !== "identity") reply.header("content-encoding", encoding);
      return body;
    } finally {
      atOnce -= 1;
    }
  },
);
