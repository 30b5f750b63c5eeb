import type { FastifyReply, FastifyRequest } from "fastify";
import { type EncodedBytes, isUnchanged, type Representation } from "../representation.ts";

/** Bytes as characters of one byte each: Node sends them in one piece with the headers, and buffers apart. */
const pieces = new WeakMap<Buffer, string>();

/**
 * Writes bytes that are ready, or 304 when the client has them already, past the framework: its own way to send costs as
 * much as all the rest of an answer, and everybody polls this one. Its hooks before the answer are run, `onSend` is not.
 */
export function writeDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
  { encoding, bytes, etag }: EncodedBytes,
  headers: Readonly<Record<string, string>>,
): void {
  reply.hijack();
  const common = { "x-content-type-options": "nosniff", ...headers, vary: "accept-encoding", etag };
  if (isUnchanged(request.headers["if-none-match"], representation)) {
    reply.raw.writeHead(304, common).end();
    return;
  }
  const encoded = encoding === "identity" ? undefined : { "content-encoding": encoding };
  reply.raw
    .writeHead(200, {
      ...common,
      ...encoded,
      "content-type": representation.contentType,
      "content-length": bytes.length,
    })
    .end(pieceOf(bytes), "latin1");
}

function pieceOf(bytes: Buffer): string {
  const known = pieces.get(bytes);
  if (known !== undefined) return known;
  const piece = bytes.toString("latin1");
  pieces.set(bytes, piece);
  return piece;
}
