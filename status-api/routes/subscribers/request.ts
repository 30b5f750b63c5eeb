import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { SubscriptionSettings } from "../../notify/subscriptions.ts";
import { html } from "../../publication.ts";
import type { Language } from "../../states.ts";
import { readerLanguage } from "../reader-language.ts";
import type { PageFrame } from "./pages.ts";

/** What the routes of subscribers work with. */
export interface SubscriberParts {
  readonly db: Kysely<StatusDatabase>;
  readonly settings: SubscriptionSettings;
  readonly nowMs: () => number;
  /** Paths of the status page's stylesheets. */
  readonly styles: readonly string[];
}

/** The database does not answer; what was asked is not done. */
export class SubscriptionsAway extends Error {
  override readonly name = "SubscriptionsAway";

  constructor(cause: unknown) {
    super("the subscriptions are out of reach", { cause });
  }
}

/** How browsers send forms without JavaScript. */
export const formType = "application/x-www-form-urlencoded";

/** Where the pages' own styles are. */
export const stylePath = "/subscriptions/style.css";

/** What a page of this request looks like, in `language` or else the one that fits the reader best. */
export function frameOf(
  request: FastifyRequest,
  { settings, styles }: SubscriberParts,
  language: Language = languageOf(request),
): PageFrame {
  return { language, styles: [...styles, stylePath], statusUrl: settings.statusUrl };
}

/** Sends a page that no cache keeps. */
export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header("content-type", html).send(page);
}

/** Waits for the database; throws `SubscriptionsAway` when it does not answer. */
export function asked<Answer>(query: Promise<Answer>): Promise<Answer> {
  return query.catch((cause: unknown) => {
    throw new SubscriptionsAway(cause);
  });
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
    request.url.startsWith("/subscriptions/") ||
    (request.headers["content-type"] ?? "").startsWith(formType)
  );
}

/** Finds the language that was asked for, was chosen on the page before, or that the browser prefers. */
export function languageOf(request: FastifyRequest): Language {
  return readerLanguage(request, fieldsOf(request.body)?.["language"]);
}
