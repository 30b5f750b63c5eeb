import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { cutText } from "#monitor/domain/cut-text.ts";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway } from "#database/database-away.ts";
import { tokenOf } from "#monitor/bearer-token.ts";
import type { Drain } from "#runtime/drain.ts";
import type { AdminDoor } from "../access/admin-door.ts";
import type { ConsoleContent, SignInProblem } from "../page/page-view-console.ts";
import { HTML_TYPE } from "#runtime/content-types.ts";
import { sendError } from "../routes/errors.ts";
import { sendMessagePage, wantsDocument } from "../routes/message-page.ts";
import type { ConsoleSignIn } from "../settings/config.ts";
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
import { ChangeFeed } from "./change-feed.ts";
import { OpenTabs } from "./open-tabs.ts";
import { readConsoleNow } from "./console-now.ts";
import { incidentRoutes } from "./incident-routes.ts";
import { graphRoutes } from "./graph-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { runRoutes } from "./run-routes.ts";
import { soundRoutes } from "./sound-routes.ts";
import { type BeginSession, providerRoutes } from "./provider-routes.ts";
import { type ConsoleContext, type Form, forRole, type Queried } from "./console-context.ts";
import { Gone } from "./forms.ts";
import { consoleLanguage, placeOf } from "./console-language.ts";
import { beginSession, cookieOf, cookieOptions, endSession, findSession } from "./sessions.ts";

export interface ConsoleOptions extends Omit<ConsoleContext, "nowMs" | "parts"> {
  /** The door of the admin API, with whose tokens people sign in. */
  readonly door: AdminDoor;
  readonly drain: Drain;
  /** Signing in with an OpenID provider; undefined: only with the token. */
  readonly signIn: ConsoleSignIn | undefined;
  readonly logger: FastifyBaseLogger;
  /** The server with the admin API, through which all changes are made. */
  readonly admin: FastifyInstance;
}

const COOKIE = "console";
const CONSOLE = CONSOLE_PATHS.now;
const SIGN_IN = CONSOLE_PATHS.signIn;
const EVENTS = CONSOLE_PATHS.events;
const CONSOLE_PAGE = /^\/console(?:\/[\w/.-]{1,200})?$/;
const MAX_NAME_CHARACTERS = 60;
const BEAT_MS = 1_000;
/** Proxies close connections that are silent for half a minute. */
const BEATS_PER_SIGN = 20;

const ROUTES: readonly ((app: FastifyInstance, context: ConsoleContext) => void)[] = [
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
export function consoleRoutes(
  app: FastifyInstance,
  parts: PageParts,
  options: ConsoleOptions,
): void {
  const { db, door, url, drain, signIn, logger, admin } = options;
  const { nowMs } = parts.published;
  const feed = new ChangeFeed(db);
  const tabs = new OpenTabs();
  const cookie = cookieOptions(CONSOLE, url);

  const showSignIn = (reply: FastifyReply, problem: SignInProblem | null, next: string) => {
    const provider = signIn === undefined ? null : new URL(signIn.provider.issuer).host;
    return reply.showConsole("signIn", { problem, provider, next });
  };
  const refuse = (
    reply: FastifyReply,
    problem: SignInProblem,
    code: number,
    next: string = CONSOLE,
  ) => showSignIn(reply.code(code), problem, next);
  const beginSessionOf: BeginSession = async (reply, somebody, next) => {
    void reply.setCookie(COOKIE, await beginSession(db, somebody, nowMs()), cookie);
    return reply.redirect(next, 303);
  };

  const sessionOf = (request: FastifyRequest) => {
    const doors = { adminDoor: door, people: signIn?.people, issuer: signIn?.provider.issuer };
    return findSession(db, cookieOf(request, COOKIE), doors, nowMs());
  };

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
      request.consoleSession = (await sessionOf(request)) ?? null;
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

    scope.get<Queried>(SIGN_IN, forRole(null), (request, reply) =>
      showSignIn(reply, null, nextOf(request.query["next"])),
    );

    scope.post<Form>(SIGN_IN, forRole(null), async (request, reply) => {
      const fields = request.body;
      const next = nextOf(fields.get("next"));
      const [given, name] = [fields.get("token") ?? "", fields.get("name") ?? ""];
      const adminToken = tokenOf(`Bearer ${given.trim()}`, door.tokens);
      if (adminToken === undefined) {
        const waitSeconds = door.wrongTokens.secondsToWait(request.ip, nowMs());
        if (waitSeconds > 0) {
          reply.header("retry-after", waitSeconds);
          return refuse(reply, "tooManyAttempts", 429, next);
        }
        door.wrongTokens.count(request.ip, nowMs());
        return refuse(reply, "wrongToken", 401, next);
      }
      const person = cutText(name.replaceAll(/\p{C}/gu, "").trim(), MAX_NAME_CHARACTERS);
      if (person === "") return refuse(reply, "nameMissing", 400, next);
      return beginSessionOf(reply, { person, adminToken }, next);
    });

    if (signIn !== undefined && url !== undefined) {
      providerRoutes(scope, { db, signIn, url, nowMs, logger, nextOf, refuse, beginSessionOf });
    }

    scope.post(CONSOLE_PATHS.signOut, forRole(null), async (request, reply) => {
      await endSession(db, cookieOf(request, COOKIE) ?? "");
      void reply.clearCookie(COOKIE, cookie);
      return reply.redirect(SIGN_IN, 303);
    });

    scope.get<Queried>(CONSOLE, forRole("viewer"), async (request, reply) => {
      const { alert } = request.query;
      const openedAlertId = typeof alert === "string" ? alert : undefined;
      const view = await readConsoleNow(db, request.consoleSession!, nowMs(), openedAlertId);
      return reply.showConsole("now", view);
    });

    for (const serve of ROUTES) serve(scope, { ...options, nowMs, parts });

    scope.get(EVENTS, forRole("viewer"), (request, reply) => {
      void reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream",
        "x-accel-buffering": "no",
      });
      raw.write("retry: 5000\n\n");
      const listening = feed.listen(() => raw.write("event: changed\ndata: {}\n\n"));
      // A browser reopens a stream that ends.
      const tab = tabs.add(request.consoleSession!.person, () => raw.end());
      let beats = 0;
      const beat = setInterval(() => {
        beats += 1;
        if (drain.isOn) return raw.end();
        if (beats % BEATS_PER_SIGN !== 0) return;
        raw.write(":\n\n");
        // The stream ends with its session.
        sessionOf(request).then(
          (session) => session === undefined && raw.end(),
          () => raw.end(),
        );
      }, BEAT_MS);
      raw.once("close", () => {
        clearInterval(beat);
        listening[Symbol.dispose]();
        tab[Symbol.dispose]();
      });
    });
  });
}

/** Returns the page of the console to go to after signing in. */
function nextOf(value: unknown): string {
  return typeof value === "string" && CONSOLE_PAGE.test(value) ? value : CONSOLE;
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
