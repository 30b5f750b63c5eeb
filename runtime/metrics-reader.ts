import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";

/** Headers by which proxies say that a request came through them. */
const FORWARDING = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/** The response to a refused request for metrics when no token is set. */
export const METRICS_NEED_TOKEN =
  "Metrics are shown to this machine alone. Elsewhere they take the bearer token of METRICS_TOKEN, which is not set.";

/** Returns whether a request was made on this machine, and not through a proxy on it that may be open to the whole world. */
export function isFromThisMachine(request: {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}): boolean {
  const address = request.socket.remoteAddress ?? "";
  if (FORWARDING.some((name) => request.headers[name] !== undefined)) return false;
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
