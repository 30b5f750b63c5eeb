import type { Language } from "#web-kit/language/languages.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import type { DeliverySettings } from "../../delivery/senders.ts";
import { SUBSCRIBE_PATH } from "#monitor/domain/page-paths.ts";
import { HTML_TYPE } from "#runtime/content-types.ts";
import { identityOf, type PageParts, pathOf, secure } from "../page-headers.ts";
import { readerLanguage } from "../reader-language.ts";
import type { NamedStatusEvent, SubscriptionContent } from "../../page/subscriber-content.ts";

export interface SubscriberParts extends PageParts {
  readonly db: Kysely<StatusDatabase>;
  readonly settings: DeliverySettings;
  /** Reads the secrets of subscribers; undefined where they are not encrypted. */
  readonly cipher: TextCipher | undefined;
}

/** The content type of forms that are sent without JavaScript. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

/** Sends a page about subscriptions, which must not be cached, in `language` or else the reader's. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PageParts,
  content: SubscriptionContent,
  language: Language = languageOf(request),
): FastifyReply {
  const { published, pageBuild } = parts;
  const { files, module } = pageBuild;
  // The sign-up form has a script that shows the answer in place.
  if (content.kind === "subscribe") secure(reply, parts);
  const page = module.renderSubscription(content, published.current()?.snapshot.page.name, {
    language,
    // A form is answered at an API path, which shows nothing to a reader who returns to it.
    path: request.url.startsWith("/api/") ? SUBSCRIBE_PATH : pathOf(request),
    renderedAtMs: published.nowMs(),
    files,
    identity: identityOf(published),
  });
  return reply.header("content-type", HTML_TYPE).send(page);
}

/** Returns the incidents and the maintenance that are not over, from the snapshot. */
export function openStatusEvents({ published }: PageParts): readonly NamedStatusEvent[] {
  const snapshot = published.current()?.snapshot;
  if (snapshot === undefined) return [];
  return [...snapshot.incidents, ...snapshot.maintenances]
    .filter(({ resolvedAtMs }) => resolvedAtMs === null)
    .map(({ id, name }) => ({ id, name }));
}

/** Returns the fields of a body; undefined for a body that is not an object. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof body === "object" && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body))
    : undefined;
}

/** Returns whether a request is answered with a page: people send forms and follow links, programs send JSON. */
export function wantsPage(request: FastifyRequest): boolean {
  return (
    !request.url.startsWith("/api/") ||
    (request.headers["content-type"] ?? "").startsWith(FORM_TYPE)
  );
}

/** Returns the language that the body or the link names, else the one chosen on the page before or preferred by the browser. */
export function languageOf(request: FastifyRequest): Language {
  const chosenByLink = (request.query as { lang?: unknown }).lang;
  return readerLanguage(request, fieldsOf(request.body)?.["language"] ?? chosenByLink);
}
