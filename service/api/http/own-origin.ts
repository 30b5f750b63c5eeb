import type { FastifyRequest } from "fastify";

/**
 * Says whether a browser sent the request from one of the service's own pages: those of its public address, or of the address that it
 * was asked at, by scheme, host and port.
 */
export function isOwnOrigin(
  { headers, protocol, host }: Pick<FastifyRequest, "headers" | "protocol" | "host">,
  publicUrl: string,
): boolean {
  const origin = headers.origin === undefined ? null : URL.parse(headers.origin);
  if (origin === null) return false;
  const asked = URL.parse(`${protocol}://${host}`);
  return origin.origin === new URL(publicUrl).origin || origin.origin === asked?.origin;
}
