import type { FastifyReply, FastifyRequest } from "fastify";
import { negotiateEncoding } from "./content-encoding.ts";
import { type EncodedBody, isUnchanged, type Representation } from "./representation.ts";

interface SendOptions {
  readonly cacheControl: string;
  /** Request headers that choose between representations, beside Accept-Encoding. */
  readonly vary?: string;
  readonly statusCode?: number;
}

/** Sends a representation in the best encoding that the client accepts, or 304 when the client has it already. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
  options: SendOptions,
): FastifyReply | Promise<FastifyReply> {
  const encoded = representation.encoded(negotiateEncoding(request.headers["accept-encoding"]));
  const send = (ready: EncodedBody): FastifyReply =>
    sendEncoded(request, reply, representation, ready, options);
  // Most bodies are ready: they are sent without waiting for a turn of the event loop.
  return encoded instanceof Promise ? encoded.then(send) : send(encoded);
}

function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
  { encoding, body, etag }: EncodedBody,
  { cacheControl, vary, statusCode = 200 }: SendOptions,
): FastifyReply {
  reply.headers({
    "cache-control": cacheControl,
    vary: vary === undefined ? "accept-encoding" : `accept-encoding, ${vary}`,
    etag,
  });
  if (statusCode === 200 && isUnchanged(request.headers["if-none-match"], representation))
    return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.code(statusCode).header("content-type", representation.contentType).send(body);
}
