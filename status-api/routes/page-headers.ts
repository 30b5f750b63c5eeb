import type { FastifyReply, FastifyRequest } from "fastify";
import { noIdentity, type PageIdentity } from "#monitor/domain/page-identity.ts";
import { accentStyle } from "#web-kit/colour/accent.ts";
import { styleHash } from "#web-kit/document/style-hash.ts";
import type { Audience, PageBuild } from "../page/page-build.ts";
import type { Published } from "./documents.ts";

/** Dependencies of rendering a page. */
export interface PageParts {
  readonly published: Published;
  readonly pageBuild: PageBuild;
  /** The URL of the status page, for pages that are on another site; left out on the same site. */
  readonly siteUrl?: string | undefined;
}

/**
 * Returns a content security policy that allows the page's styles, this site's images and fonts, and forms to this site, but no
 * script: no script sees a subscriber's link.
 */
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

/** Returns the branding of the page; none before the first report. */
export function identityOf(published: Published): PageIdentity {
  return published.current()?.snapshot.page.identity ?? noIdentity;
}

const knownSources = new WeakMap<PageIdentity, string>();

/** Returns the policy's source for the accent's inline style, to append to the others; empty without an accent. */
function accentSource(identity: PageIdentity): string {
  const { accentColor } = identity;
  if (accentColor === null) return "";
  const known = knownSources.get(identity);
  if (known !== undefined) return known;
  const source = ` ${styleHash(accentStyle(accentColor))}`;
  knownSources.set(identity, source);
  return source;
}

/**
 * Sets headers by which the browser loads nothing from other sites and sends no referrer; the page's data is a JSON block,
 * which no browser runs.
 */
export function secure(reply: FastifyReply, parts: PageParts, audience?: Audience): void {
  const policy = `${policyWithoutScript(parts, audience)}; script-src 'self'; connect-src 'self'`;
  reply.header("content-security-policy", policy);
  reply.header("referrer-policy", "no-referrer");
}

/** Returns the requested path for links; several leading slashes become one, since they would lead to another host. */
export function pathOf({ url }: FastifyRequest): string {
  return (url.split("?")[0] ?? "").replace(/^[/\\]*/, "/");
}
