import type { FastifyReply } from "fastify";
import { byteRange } from "./byte-range.ts";

/**
 * Sends the requested range of a file: Safari plays only files that it can request in ranges, and Chromium seeks only in these.
 */
export function sendRange(
  reply: FastifyReply,
  rangeHeader: string | undefined,
  content: Uint8Array,
  contentType: string,
): FastifyReply {
  reply.header("x-content-type-options", "nosniff").header("accept-ranges", "bytes");
  const bytes = content.length;
  const range = byteRange(rangeHeader, bytes);
  if (range === "none") {
    return reply.code(416).header("content-range", `bytes */${bytes}`).send();
  }
  reply.header("content-type", contentType);
  if (range === "all") return reply.send(Buffer.from(content));
  const { from, until } = range;
  return reply
    .code(206)
    .header("content-range", `bytes ${from}-${until - 1}/${bytes}`)
    .send(Buffer.from(content.subarray(from, until)));
}
