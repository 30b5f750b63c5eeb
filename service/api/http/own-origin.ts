import type { FastifyRequest } from "fastify";

/**
 * Returns whether a browser sent the request from one of the service's own pages: those of its public URL, or of the host that
 * the request was sent to, by scheme, host and port.
 */
export function isOwnOrigin(
  { headers, protocol, host }: Pick<FastifyRequest, "headers" | "protocol" | "host">,
  publicUrl: string,
): boolean {
  const origin = headers.origin === undefined ? null : URL.parse(headers.origin);
  if (origin === null) return false;
  const requestUrl = URL.parse(`${protocol}://${host}`);
  return origin.origin === new URL(publicUrl).origin || origin.origin === requestUrl?.origin;
}
