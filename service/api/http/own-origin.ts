import type { FastifyRequest } from "fastify";

/** Says whether a browser sent the request from one of the service's own pages. */
export function isOwnOrigin({ headers }: FastifyRequest, publicUrl: string): boolean {
  const origin = headers.origin === undefined ? null : URL.parse(headers.origin);
  if (origin === null) return false;
  return origin.origin === new URL(publicUrl).origin || origin.host === headers.host;
}
