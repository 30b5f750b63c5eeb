import type { FastifyReply, FastifyRequest } from "fastify";

/** Nothing but our own script and style; the page's data is a JSON block, which no browser runs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Lets the browser load nothing from elsewhere and send no referrer. */
export function secure(reply: FastifyReply): void {
  reply.header("content-security-policy", contentSecurityPolicy);
  reply.header("referrer-policy", "no-referrer");
}

/** Returns the path that was asked for, to link to; several slashes at its begin would lead to another host. */
export function pathOf({ url }: FastifyRequest): string {
  return (url.split("?")[0] ?? "").replace(/^[/\\]*/, "/");
}
