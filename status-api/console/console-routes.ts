import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway } from "#migrations/database-away.ts";
import type { Database } from "#migrations/status/schema.ts";
import { carriesToken } from "#monitor/bearer-token.ts";
import type { Drain } from "#settings/drain.ts";
import { AddressLimit } from "../access/address-limit.ts";
import type { ConsoleContent, SignInProblem } from "../page/page-view-console.ts";
import { html } from "../publication/publication.ts";
import { sendError } from "../routes/errors.ts";
import { sendMessagePage, wantsDocument } from "../routes/message-page.ts";
import { identityOf, type PageParts, pathOf, secure } from "../routes/page-headers.ts";
import { readerLanguage } from "../routes/reader-language.ts";
import { ChangeFeed } from "./change-feed.ts";
import { readConsoleNow } from "./console-now.ts";
import { type AskAdmin, incidentRoutes } from "./incident-routes.ts";
import { runRoutes } from "./run-routes.ts";
import { beginSession, type ConsoleSession, endSession, findSession } from "./sessions.ts";

export interface ConsoleOptions {
  readonly db: Database;
  /** The bearer token of the admin API, by which people sign in. */
  readonly token: () => string | undefined;
  /** Where readers find the page. */
  readonly url: string | undefined;
  readonly drain: Drain;
}

const COOKIE = "console";
const CONSOLE = "/console";
const SIGN_IN = "/console/sign-in";
const EVENTS = "/console/events";
const WRONG_TOKENS_PER_MINUTE = 10;
const LONGEST_NAME = 60;
/** Tabs that are told of changes, at most. */
const MOST_LISTENERS = 50;
const BEAT_MS = 1_000;
/** A proxy ends what is silent for half a minute. */
const BEATS_PER_SIGN = 20;

declare module "fastify" {
  interface FastifyRequest {
    /** Who is signed in at the console. */
    consoleSession: ConsoleSession | null;
  }
}

/** Serves the console of people on call under /console; without a session it gives nothing but the page to sign in. */
export function consoleRoutes(
  app: FastifyInstance,
  parts: PageParts,
  options: ConsoleOptions,
): void {
  const { db, token, url, drain } = options;
  const { nowMs } = parts.published;
  const wrongTokens = new AddressLimit(WRONG_TOKENS_PER_MINUTE, 60_000);
  const feed = new ChangeFeed(db);
  const cookie = {
    path: CONSOLE,
    httpOnly: true,
    sameSite: "strict",
    secure: url?.startsWith("https:") ?? false,
  } as const;
  const show = (request: FastifyRequest, reply: FastifyReply, content: ConsoleContent) =>
    sendConsolePage(request, reply, parts, content);

  const askAdmin: AskAdmin = (request, method, path, { body, key } = {}) =>
    app.inject({
      method,
      url: path,
      headers: {
        authorization: `Bearer ${token() ?? ""}`,
        "x-actor": request.consoleSession!.person,
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(body !== undefined && { payload: body }),
    });

  void app.register(async (scope) => {
    scope.decorateRequest("consoleSession", null);
    acceptForms(scope);
    scope.setErrorHandler(async (error, request, reply) => {
      // Whatever else it is, the handler of all routes says.
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
      if (request.routeOptions.url === SIGN_IN) return;
      request.consoleSession = (await findSession(db, cookieOf(request), nowMs())) ?? null;
      if (request.consoleSession !== null) return;
      // A script learns by its status, a person by the page.
      if (request.routeOptions.url === EVENTS) {
        return reply.code(401).send();
      }
      return reply.redirect(SIGN_IN, 303);
    });

    scope.get(SIGN_IN, (request, reply) => show(request, reply, { kind: "signIn", problem: null }));

    scope.post(SIGN_IN, async (request, reply) => {
      const refuse = (problem: SignInProblem, code: number) =>
        show(request, reply.code(code), { kind: "signIn", problem });
      const waitSeconds = wrongTokens.secondsToWait(request.ip, nowMs());
      if (waitSeconds > 0) {
        reply.header("retry-after", waitSeconds);
        return refuse("tooManyAttempts", 429);
      }
      const fields = request.body as URLSearchParams;
      const [given, name] = [fields.get("token") ?? "", fields.get("name") ?? ""];
      const wanted = token();
      if (wanted === undefined || !carriesToken(`Bearer ${given.trim()}`, wanted)) {
        wrongTokens.count(request.ip, nowMs());
        return refuse("wrongToken", 401);
      }
      const person = name.replaceAll(/\p{C}/gu, "").trim().slice(0, LONGEST_NAME);
      if (person === "") return refuse("nameMissing", 400);
      void reply.setCookie(COOKIE, await beginSession(db, person, nowMs()), cookie);
      return reply.redirect(CONSOLE, 303);
    });

    scope.post("/console/sign-out", async (request, reply) => {
      await endSession(db, cookieOf(request) ?? "");
      void reply.clearCookie(COOKIE, cookie);
      return reply.redirect(SIGN_IN, 303);
    });

    scope.get(CONSOLE, async (request, reply) => {
      const { person } = request.consoleSession!;
      const view = await readConsoleNow(db, person, nowMs());
      return show(request, reply, { kind: "now", view });
    });

    scope.post<{ Params: { id: string } }>(
      "/console/alerts/:id/acknowledge",
      async (request, reply) => {
        const id = encodeURIComponent(request.params.id);
        const answer = await askAdmin(request, "POST", `/admin/alerts/${id}/acknowledge`);
        if (answer.statusCode >= 500) return sendError(reply, "database_away");
        return reply.redirect(CONSOLE, 303);
      },
    );

    runRoutes(scope, db, show);
    incidentRoutes(scope, askAdmin, show);

    scope.get(EVENTS, (request, reply) => {
      if (feed.listeners >= MOST_LISTENERS) {
        reply.header("retry-after", 30);
        return reply.code(503).send();
      }
      void reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream",
        "x-accel-buffering": "no",
      });
      raw.write("retry: 5000\n\n");
      const listening = feed.listen(() => raw.write("event: changed\ndata: {}\n\n"));
      let beats = 0;
      const beat = setInterval(() => {
        beats += 1;
        if (drain.isOn) return raw.end();
        if (beats % BEATS_PER_SIGN !== 0) return;
        raw.write(":\n\n");
        // A session that is over hears nothing more.
        findSession(db, cookieOf(request), nowMs()).then(
          (session) => session === undefined && raw.end(),
          () => raw.end(),
        );
      }, BEAT_MS);
      raw.once("close", () => {
        clearInterval(beat);
        listening[Symbol.dispose]();
      });
    });
  });
}

function sendConsolePage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PageParts,
  content: ConsoleContent,
): FastifyReply {
  const { published, pageBuild } = parts;
  secure(reply, parts, "console");
  // Recordings are played where they lie.
  const policy = String(reply.getHeader("content-security-policy"));
  reply.header("content-security-policy", `${policy}; media-src 'self'`);
  // Before somebody is signed in, not even the page's name is given.
  const name = content.kind === "signIn" ? undefined : published.current()?.snapshot.page.name;
  const page = pageBuild.module.renderConsole(content, name, {
    language: readerLanguage(request),
    path: pathOf(request),
    renderedAtMs: published.nowMs(),
    files: pageBuild.files,
    identity: identityOf(published),
  });
  return reply.header("content-type", html).send(page);
}

function cookieOf(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[COOKIE];
}

/** Browsers say where a form was sent from; who says nothing is no browser, and has no cookie of one. */
function isOfThisSite({ headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin, host } = headers;
  return origin === undefined || URL.parse(origin)?.host === host;
}

function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
}
