import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway } from "#database/database-away.ts";
import type { ConsoleContent } from "../page/page-view-console.ts";
import { HTML_TYPE } from "#runtime/content-types.ts";
import { sendError } from "../routes/errors.ts";
import { sendMessagePage, wantsDocument } from "../routes/message-page.ts";
import { mayAct } from "../settings/console-people.ts";
import { identityOf, type PageParts, secure } from "../routes/page-headers.ts";
import { auditRoutes } from "./audit-routes.ts";
import { componentRoutes } from "./component-routes.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { maintenanceRoutes } from "./maintenance-routes.ts";
import { onCallRoutes } from "./on-call-routes.ts";
import { subscriberRoutes } from "./subscriber-routes.ts";
import { alertRoutes } from "./alert-routes.ts";
import { requestedRunRoutes } from "./requested-run-routes.ts";
import { eventRoutes } from "./event-routes.ts";
import { readConsoleNow } from "./console-now.ts";
import { incidentRoutes } from "./incident-routes.ts";
import { graphRoutes } from "./graph-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { runRoutes } from "./run-routes.ts";
import { soundRoutes } from "./sound-routes.ts";
import { providerRoutes } from "./provider-routes.ts";
import { type ConsoleContext, forRole, type Queried } from "./console-context.ts";
import { Gone } from "./forms.ts";
import { consoleLanguage, placeOf } from "./console-language.ts";
import { findSession } from "./sessions.ts";
import { nextOf, signInRoutes } from "./sign-in-routes.ts";

const CONSOLE = CONSOLE_PATHS.now;
const SIGN_IN = CONSOLE_PATHS.signIn;
const EVENTS = CONSOLE_PATHS.events;

const ROUTES: readonly ((app: FastifyInstance, context: ConsoleContext) => void)[] = [
  signInRoutes,
  providerRoutes,
  eventRoutes,
  alertRoutes,
  requestedRunRoutes,
  auditRoutes,
  componentRoutes,
  deliveryRoutes,
  graphRoutes,
  incidentRoutes,
  maintenanceRoutes,
  onCallRoutes,
  reportRoutes,
  runRoutes,
  soundRoutes,
  subscriberRoutes,
];

/** Serves the console for people on call under /console; without a session, only the sign-in page. */
export function consoleRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db, door, admin, parts, nowMs } = context;

  const askAdmin: FastifyRequest["askAdmin"] = function (
    this: FastifyRequest,
    method,
    path,
    { body, key } = {},
  ) {
    const { person, vouchedBy } = this.consoleSession!;
    const headers = {
      ...door.headersFor(person, vouchedBy),
      ...(key !== undefined && { "idempotency-key": key }),
    };
    return admin.inject({ method, url: path, headers, ...(body && { payload: body }) });
  };

  void app.register(async (scope) => {
    scope.decorateRequest("consoleSession", null);
    scope.decorateRequest("askAdmin", askAdmin);
    scope.decorateReply("problem", null);
    scope.decorateReply("showConsole", function (kind, view) {
      return sendConsolePage(this, parts, { kind, view, problem: this.problem } as ConsoleContent);
    });
    scope.addHook("onRoute", ({ url: path, config }) => {
      if (config?.consoleRole === undefined) throw new Error(`${path} says no role`);
    });
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    );
    scope.setErrorHandler(async (error, request, reply) => {
      if (error instanceof Gone) return reply.code(404).showConsole("gone", { what: error.what });
      // Other errors are left to the error handler of the whole server.
      if (!isDatabaseAway(error)) throw error;
      return wantsDocument(request)
        ? sendMessagePage(request, reply, parts, "databaseAway")
        : sendError(reply, "database_away");
    });
    scope.addHook("onRequest", async (request, reply) => {
      reply.header("cache-control", "no-store");
      if (request.method === "POST" && !isOfThisSite(request)) {
        return sendError(reply, "invalid_request", "a form of another site is not taken");
      }
      const needed = request.routeOptions.config.consoleRole ?? null;
      if (needed === null) return;
      request.consoleSession = (await findSession(request, context)) ?? null;
      const { consoleSession: session } = request;
      if (session !== null) {
        if (mayAct(session.role, needed)) return;
        return reply.code(403).showConsole("forbidden", { role: session.role, needed });
      }
      // A script needs the status code, a person the sign-in page.
      if (request.routeOptions.url === EVENTS) return reply.code(401).send();
      const isPage = request.method === "GET" && request.url !== CONSOLE;
      const next = isPage ? `?next=${encodeURIComponent(nextOf(request.url))}` : "";
      return reply.redirect(`${SIGN_IN}${next}`, 303);
    });

    scope.get<Queried>(CONSOLE, forRole("viewer"), async (request, reply) => {
      const { alert } = request.query;
      const openedAlertId = typeof alert === "string" ? alert : undefined;
      const view = await readConsoleNow(db, request.consoleSession!, nowMs(), openedAlertId);
      return reply.showConsole("now", view);
    });

    for (const serve of ROUTES) serve(scope, context);
  });
}

function sendConsolePage(
  reply: FastifyReply,
  parts: PageParts,
  content: ConsoleContent,
): FastifyReply {
  const { published, pageBuild, siteUrl } = parts;
  secure(reply, parts, "console");
  // Recordings are played from this site.
  const policy = String(reply.getHeader("content-security-policy"));
  reply.header("content-security-policy", `${policy}; media-src 'self'`);
  // Before signing in, not even the page's name is shown.
  const name = content.kind === "signIn" ? undefined : published.current()?.snapshot.page.name;
  const page = pageBuild.module.renderConsole(content, name, {
    language: consoleLanguage(reply.request, reply),
    path: placeOf(reply.request),
    renderedAtMs: published.nowMs(),
    files: pageBuild.files,
    identity: identityOf(published),
    siteUrl,
  });
  return reply.header("content-type", HTML_TYPE).send(page);
}

/**
 * Returns whether a form was sent from this site, as browsers say in headers; a client that sends none of them is no browser,
 * and has no browser's cookie.
 */
function isOfThisSite({ headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin, host } = headers;
  return origin === undefined || URL.parse(origin)?.host === host;
}
