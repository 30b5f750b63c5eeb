import type { Language } from "#web-kit/language/languages.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { NotifySettings } from "../../notify/notifier.ts";
import { HTML_TYPE } from "../../publication/publication.ts";
import { identityOf, type PageParts, pathOf, secure } from "../page-headers.ts";
import { readerLanguage } from "../reader-language.ts";
import type { NamedStatusEvent, SubscriptionContent } from "../../page/subscriber-content.ts";

export interface SubscriberParts extends PageParts {
  readonly db: Kysely<StatusDatabase>;
  readonly settings: NotifySettings;
}

/** How browsers send forms without JavaScript. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

export const SUBSCRIBE_PATH = "/subscribe";

/** Sends a page that no cache keeps, in `language` or else the one that fits the reader best. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PageParts,
  content: SubscriptionContent,
  language: Language = languageOf(request),
): FastifyReply {
  const { published, pageBuild } = parts;
  const { files, module } = pageBuild;
  // Where people sign up, a script answers in place.
  if (content.kind === "subscribe") secure(reply, parts);
  const page = module.renderSubscription(content, published.current()?.snapshot.page.name, {
    language,
    // A sign-up's form is answered at an address that shows nothing to those who come back to it.
    path: request.url.startsWith("/api/") ? SUBSCRIBE_PATH : pathOf(request),
    renderedAtMs: published.nowMs(),
    files,
    identity: identityOf(published),
  });
  return reply.header("content-type", HTML_TYPE).send(page);
}

/** Lists the incidents and the maintenance that are not over, as the page tells them. */
export function openStatusEvents({ published }: PageParts): readonly NamedStatusEvent[] {
  const snapshot = published.current()?.snapshot;
  if (snapshot === undefined) return [];
  return [...snapshot.incidents, ...snapshot.maintenances]
    .filter(({ resolvedAtMs }) => resolvedAtMs === null)
    .map(({ id, name }) => ({ id, name }));
}

/** Returns a body's fields, undefined for a body that has none. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof body === "object" && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body))
    : undefined;
}

/** Whoever sends a form, or follows a link, reads pages; programs send JSON. */
export function wantsPage(request: FastifyRequest): boolean {
  return (
    !request.url.startsWith("/api/") ||
    (request.headers["content-type"] ?? "").startsWith(FORM_TYPE)
  );
}

/** Finds the language that was asked for, was chosen on the page before, or that the browser prefers. */
export function languageOf(request: FastifyRequest): Language {
  const chosenByLink = (request.query as { lang?: unknown }).lang;
  return readerLanguage(request, fieldsOf(request.body)?.["language"] ?? chosenByLink);
}
