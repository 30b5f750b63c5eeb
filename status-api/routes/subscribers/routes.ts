import { SUBSCRIBE_PATH } from "#monitor/domain/page-paths.ts";
import { isServerFault } from "#runtime/server-fault.ts";
import { offeredChannels } from "../../notify/channels/channels.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { isLanguage, languages } from "#web-kit/language/languages.ts";
import { isDatabaseAway } from "#database/database-away.ts";
import { sendError } from "../errors.ts";
import { type PageParts, policyWithoutScript } from "../page-headers.ts";
import { rememberLanguage } from "../reader-language.ts";
import type { Offer } from "../../page/subscriber-content.ts";
import {
  FORM_TYPE,
  languageOf,
  openStatusEvents,
  sendPage,
  type SubscriberParts,
  wantsPage,
} from "./request.ts";
import { formOf, wayOf } from "./sign-up-form.ts";
import { readOffer, signUpRoutes } from "./sign-up-routes.ts";
import { tokenRoutes } from "./token-routes.ts";

const AWAY_SECONDS = 10;

/** Serves sign-up, and the pages that links in messages lead to; without `subscriptions`, only the page with the feeds. */
export function subscriberRoutes(
  app: FastifyInstance,
  shown: PageParts,
  logger: FastifyBaseLogger,
  subscriptions: Pick<SubscriberParts, "db" | "settings" | "cipher"> | undefined,
): void {
  const parts = subscriptions && { ...shown, ...subscriptions };
  void app.register(async (scope) => {
    acceptForms(scope);
    scope.addHook("onSend", async (_request, reply) => {
      reply.header("cache-control", "no-store");
      reply.header("referrer-policy", "no-referrer");
      if (!reply.hasHeader("content-security-policy")) {
        reply.header("content-security-policy", policyWithoutScript(shown));
      }
    });
    scope.setErrorHandler(async (error, request, reply) => {
      const { statusCode, message } = error as { statusCode?: number; message: string };
      if (statusCode !== undefined && !isServerFault(statusCode))
        return sendError(reply, "invalid_request");
      const route = request.routeOptions.url;
      if (isDatabaseAway(error)) {
        logger.warn({ reason: message, route }, "the subscriptions are out of reach");
        reply.header("retry-after", AWAY_SECONDS);
        return wantsPage(request)
          ? sendPage(request, reply.code(503), shown, { kind: "away" })
          : sendError(reply, "database_away");
      }
      // Without the URL: a reader of its token could end the subscription.
      logger.error({ err: error, route }, "a request failed");
      return sendError(reply, "internal_error");
    });
    subscribePage(scope, shown, parts);
    if (parts !== undefined) {
      signUpRoutes(scope, parts);
      tokenRoutes(scope, parts);
    }
  });
}

const feedsAlone: Offer = { channels: [], address_types: {}, languages, components: [] };

/** Returns what is offered; the feeds need no components, and so no database. */
async function offerFor(channel: unknown, parts: SubscriberParts): Promise<Offer> {
  return channel === "feed"
    ? { ...feedsAlone, ...offeredChannels(parts.settings) }
    : readOffer(parts);
}

/** Serves the page with the sign-up form; its feeds are available even while the database is not. */
function subscribePage(
  app: FastifyInstance,
  shown: PageParts,
  parts: SubscriberParts | undefined,
): void {
  app.get<{ Querystring: { channel?: unknown; incident?: unknown; lang?: unknown } }>(
    SUBSCRIBE_PATH,
    async (request, reply) => {
      const language = languageOf(request);
      if (isLanguage(request.query.lang)) rememberLanguage(reply, language);
      const { channel, incident } = request.query;
      const offer = parts === undefined ? feedsAlone : await offerFor(channel, parts);
      const way = wayOf(channel, offer.channels);
      const form = formOf({ incident }, language, openStatusEvents(shown));
      return sendPage(request, reply, shown, { kind: "subscribe", offer, way, form });
    },
  );
}

/** Parses forms to objects of strings, or of lists of strings for repeated names. */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: "string" },
    async (_request: unknown, body: string) => {
      const form = new URLSearchParams(body);
      return Object.fromEntries(
        [...new Set(form.keys())].map((name) => {
          const values = form.getAll(name);
          return [name, values.length > 1 ? values : values[0]];
        }),
      );
    },
  );
  // Mail programs may send their one-click request like this; nothing of the body is needed.
  app.addContentTypeParser("multipart/form-data", { parseAs: "string" }, async () => ({}));
}
