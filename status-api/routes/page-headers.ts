import type { FastifyReply, FastifyRequest } from "fastify";
import { noIdentity, type PageIdentity } from "#monitor/domain/page-identity.ts";
import { accentStyle } from "#web-kit/colour/accent.ts";
import { styleHash } from "#web-kit/document/style-hash.ts";
import type { Audience, PageBuild } from "../page/page-build.ts";
import type { Published } from "./documents.ts";

/** What pages are made of. */
export interface PageParts {
  readonly published: Published;
  readonly pageBuild: PageBuild;
  /** Where the status page is, of pages that are on another site; left out of those on the same. */
  readonly siteUrl?: string | undefined;
}

/** The styles in the page, our own icons, and forms to where they came from: no script sees a subscriber's link. */
export function policyWithoutScript(
  { published, pageBuild }: PageParts,
  audience: Audience = "everybody",
): string {
  return [
    "default-src 'none'",
    `style-src ${pageBuild.styleSources[audience]}${accentSource(identityOf(published))}`,
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

/** Names the style of an accent, after the others. */
function accentSource(identity: PageIdentity): string {
  const { accentColor } = identity;
  if (accentColor === null) return "";
  const known = knownSources.get(identity);
  if (known !== undefined) return known;
  const source = ` ${styleHash(accentStyle(accentColor))}`;
  knownSources.set(identity, source);
  return source;
}

/** Lets the browser load nothing from elsewhere and send no referrer; the page's data is a JSON block, which no browser runs. */
export function secure(reply: FastifyReply, parts: PageParts, audience?: Audience): void {
  const policy = `${policyWithoutScript(parts, audience)}; script-src 'self'; connect-src 'self'`;
  reply.header("content-security-policy", policy);
  reply.header("referrer-policy", "no-referrer");
}

/** Returns the path that was asked for, to link to; several slashes at its begin would lead to another host. */
export function pathOf({ url }: FastifyRequest): string {
  return (url.split("?")[0] ?? "").replace(/^[/\\]*/, "/");
}
