import type { FastifyInstance } from "fastify";
import { sendError } from "../errors.ts";
import { messagePage } from "./pages.ts";
import {
  formType,
  frameOf,
  sendPage,
  stylePath,
  SubscriptionsAway,
  type SubscriberParts,
  wantsPage,
} from "./request.ts";
import { signUpRoutes } from "./sign-up-routes.ts";
import { subscriptionStyles } from "./stylesheet.ts";
import { tokenRoutes } from "./token-routes.ts";

const awaySeconds = 10;

/** Nothing but the page's own styles, and forms to where they came from. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Serves sign-up, and the pages that links in messages lead to. */
export function subscriberRoutes(app: FastifyInstance, parts: SubscriberParts): void {
  void app.register(async (scope) => {
    acceptForms(scope);
    scope.addHook("onSend", async (_request, reply) => {
      if (reply.hasHeader("cache-control")) return;
      reply.header("cache-control", "no-store");
      reply.header("referrer-policy", "no-referrer");
      reply.header("content-security-policy", contentSecurityPolicy);
    });
    scope.setErrorHandler(async (error, request, reply) => {
      const { statusCode } = error as { statusCode?: number };
      if (error instanceof SubscriptionsAway) {
        const { message } = error.cause as { message?: unknown };
        request.log.warn({ reason: message, route: request.routeOptions.url }, error.message);
        reply.header("retry-after", awaySeconds);
        return wantsPage(request)
          ? sendPage(reply.code(503), messagePage(frameOf(request, parts), "away"))
          : sendError(reply, "database_away");
      }
      if (statusCode !== undefined && statusCode < 500) return sendError(reply, "invalid_request");
      // Not the address: whoever reads the token in it could unsubscribe somebody.
      request.log.error({ err: error, route: request.routeOptions.url }, "a request failed");
      return sendError(reply, "internal_error");
    });
    scope.get(stylePath, async (_request, reply) =>
      reply
        .header("content-type", "text/css; charset=utf-8")
        .header("cache-control", "public, max-age=3600")
        .send(subscriptionStyles),
    );
    signUpRoutes(scope, parts);
    tokenRoutes(scope, parts);
  });
}

/** Forms are read as objects of texts, or of lists of texts where a name comes again. */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    formType,
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
  // A mail program may send its one-click request so; the request says all by being sent.
  app.addContentTypeParser("multipart/form-data", { parseAs: "string" }, async () => ({}));
}
