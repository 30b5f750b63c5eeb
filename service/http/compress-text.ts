import type { FastifyInstance, FastifyReply } from "fastify";
import {
  compress,
  MINIMUM_COMPRESSED_BYTES,
  negotiateEncoding,
} from "../../content-encoding/content-encoding.ts";

/** Compresses the texts that an app's routes answer with, as far as the client takes it. */
export function compressTexts(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string") return payload;
    addVary(reply);
    const bytes = Buffer.from(payload);
    const encoding = negotiateEncoding(request.headers["accept-encoding"]);
    if (encoding === "identity" || bytes.length < MINIMUM_COMPRESSED_BYTES) return payload;
    void reply.header("content-encoding", encoding);
    return compress(bytes, encoding);
  });
}

function addVary(reply: FastifyReply): void {
  const before = reply.getHeader("vary");
  void reply.header("vary", ["accept-encoding", ...[before ?? []].flat()].join(", "));
}
