import type { FastifyReply, FastifyRequest } from "fastify";
import { negotiateEncoding } from "../representation/content-encoding.ts";
import { isUnchanged, type Representation } from "../representation/representation.ts";

export interface SendOptions {
  readonly cacheControl: string;
  /** Request headers that choose between representations, beside Accept-Encoding. */
  readonly vary?: string;
  readonly statusCode?: number;
}

/** Sends a representation in the encoding the client likes best, or 304 when the client has it already. */
export async function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
  { cacheControl, vary, statusCode = 200 }: SendOptions,
): Promise<FastifyReply> {
  const wanted = negotiateEncoding(request.headers["accept-encoding"]);
  const { encoding, bytes, etag } = await representation.encoded(wanted);
  reply.header("cache-control", cacheControl);
  reply.header("vary", vary === undefined ? "accept-encoding" : `accept-encoding, ${vary}`);
  reply.header("etag", etag);
  if (isUnchanged(request.headers["if-none-match"], representation)) return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.code(statusCode).header("content-type", representation.contentType).send(bytes);
}
