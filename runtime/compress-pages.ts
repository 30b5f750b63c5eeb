import { callbackify } from "node:util";
import type { FastifyReply, FastifyRequest, onSendHookHandler } from "fastify";
import { MINIMUM_COMPRESSED_BYTES, negotiateEncoding } from "./content-encoding.ts";
import { representationOf } from "./representation.ts";

/** Each takes some megabytes until it is done. */
const MOST_AT_ONCE = 8;
/** To compress a page takes three times as long as to write it: whoever is refused for asking too much gets it as it is. */
const REFUSALS_FOR_LOAD: ReadonlySet<number> = new Set([429, 503]);
const COMPRESSED_TYPES = /^(?:text\/html|application\/json)\b/;

let atOnce = 0;

/**
 * Compresses a page that was made for one reader, unless many are at it: then it goes out as it is. What many get has its encoding, and says
 * so in Vary.
 */
export const compressPages: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const isLong = typeof payload === "string" && payload.length >= MINIMUM_COMPRESSED_BYTES;
  if (isLong && atOnce < MOST_AT_ONCE && isForOne(reply)) {
    compressPage(request, reply, payload, done);
  }
  // All other answers go out without waiting for a turn of the event loop.
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
