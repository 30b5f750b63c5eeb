import type { FastifyReply, FastifyRequest } from "fastify";

/** Our own styles and icons, and forms to where they came from: no script sees a subscriber's link. */
export const policyWithoutScript = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Lets the browser load nothing from elsewhere and send no referrer; the page's data is a JSON block, which no browser runs. */
export function secure(reply: FastifyReply): void {
  const policy = `${policyWithoutScript}; script-src 'self'; connect-src 'self'`;
  reply.header("content-security-policy", policy);
  reply.header("referrer-policy", "no-referrer");
}

/** Returns the path that was asked for, to link to; several slashes at its begin would lead to another host. */
export function pathOf({ url }: FastifyRequest): string {
  return (url.split("?")[0] ?? "").replace(/^[/\\]*/, "/");
}
