import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { noIdentity, type PageIdentity } from "#monitor/domain/page-identity.ts";
import { accentStyle } from "#web-kit/colour/accent.ts";
import type { Published } from "./documents.ts";

/** Our own styles and icons, and forms to where they came from: no script sees a subscriber's link. */
export function policyWithoutScript(published: Published): string {
  return [
    "default-src 'none'",
    `style-src ${styleSources(identityOf(published))}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Returns how the page shows whose it is; nothing of it is known before the first report. */
export function identityOf(published: Published): PageIdentity {
  return published.current()?.snapshot.page.identity ?? noIdentity;
}

const knownSources = new WeakMap<PageIdentity, string>();

/** Names our own styles, and by its hash the one of the accent that stands in the page. */
function styleSources(identity: PageIdentity): string {
  const known = knownSources.get(identity);
  if (known !== undefined) return known;
  const { accentColor } = identity;
  const sources = accentColor === null ? "'self'" : `'self' ${hashOf(accentStyle(accentColor))}`;
  knownSources.set(identity, sources);
  return sources;
}

function hashOf(style: string): string {
  return `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
}

/** Lets the browser load nothing from elsewhere and send no referrer; the page's data is a JSON block, which no browser runs. */
export function secure(reply: FastifyReply, published: Published): void {
  const policy = `${policyWithoutScript(published)}; script-src 'self'; connect-src 'self'`;
  reply.header("content-security-policy", policy);
  reply.header("referrer-policy", "no-referrer");
}

/** Returns the path that was asked for, to link to; several slashes at its begin would lead to another host. */
export function pathOf({ url }: FastifyRequest): string {
  return (url.split("?")[0] ?? "").replace(/^[/\\]*/, "/");
}
