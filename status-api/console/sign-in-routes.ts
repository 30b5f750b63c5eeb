import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { cutText } from "#monitor/domain/cut-text.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { tokenOf } from "#monitor/bearer-token.ts";
import type { AddressLimit } from "../access/address-limit.ts";
import type { SignInProblem } from "../page/page-view-console.ts";
import { type ConsoleContext, type Form, forRole, type Queried } from "./console-context.ts";
import { beginSession, cookieOf, cookieOptions, endSession, SESSION_COOKIE } from "./sessions.ts";

const CONSOLE = CONSOLE_PATHS.now;
const SIGN_IN = CONSOLE_PATHS.signIn;
const CONSOLE_PAGE = /^\/console(?:\/[\w/.-]{1,200})?$/;
const MAX_NAME_CHARACTERS = 60;
const CODES: Readonly<Record<SignInProblem, number>> = {
  wrongToken: 401,
  nameMissing: 400,
  tooManyAttempts: 429,
  providerFailed: 502,
  tooLate: 400,
  unverified: 403,
  noRole: 403,
};

/** Serves signing in with an admin token and a name, and signing out. */
export function signInRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db, door, url, nowMs } = context;

  app.get<Queried>(SIGN_IN, forRole(null), (request, reply) =>
    showSignIn(reply, context, null, nextOf(request.query["next"])),
  );

  app.post<Form>(SIGN_IN, forRole(null), async ({ body: fields }, reply) => {
    const next = nextOf(fields.get("next"));
    const [given, name] = [fields.get("token") ?? "", fields.get("name") ?? ""];
    const adminToken = tokenOf(`Bearer ${given.trim()}`, door.tokens);
    if (adminToken === undefined) {
      const isTooOften = countAttempt(reply, door.wrongTokens, nowMs());
      return refuse(reply, context, isTooOften ? "tooManyAttempts" : "wrongToken", next);
    }
    const person = cutText(name.replaceAll(/\p{C}/gu, "").trim(), MAX_NAME_CHARACTERS);
    if (person === "") return refuse(reply, context, "nameMissing", next);
    return enter(reply, context, { person, adminToken }, next);
  });

  app.post(CONSOLE_PATHS.signOut, forRole(null), async (request, reply) => {
    await endSession(db, cookieOf(request, SESSION_COOKIE) ?? "");
    void reply.clearCookie(SESSION_COOKIE, cookieOptions(CONSOLE, url));
    return reply.redirect(SIGN_IN, 303);
  });
}

/** Begins a person's session and redirects to a page of the console. */
export async function enter(
  reply: FastifyReply,
  { db, url, nowMs }: ConsoleContext,
  somebody: Parameters<typeof beginSession>[1],
  next: string,
): Promise<FastifyReply> {
  const token = await beginSession(db, somebody, nowMs());
  void reply.setCookie(SESSION_COOKIE, token, cookieOptions(CONSOLE, url));
  return reply.redirect(next, 303);
}

/** Shows the sign-in page again, with why nobody was signed in. */
export function refuse(
  reply: FastifyReply,
  context: ConsoleContext,
  problem: SignInProblem,
  next: string = CONSOLE,
): FastifyReply {
  return showSignIn(reply.code(CODES[problem]), context, problem, next);
}

function showSignIn(
  reply: FastifyReply,
  { signIn }: ConsoleContext,
  problem: SignInProblem | null,
  next: string,
): FastifyReply {
  const provider = signIn === undefined ? null : new URL(signIn.provider.issuer).host;
  return reply.showConsole("signIn", { problem, provider, next });
}

/** Counts an attempt of a client, unless there were too many before it, which is returned and said in the answer's headers. */
export function countAttempt(reply: FastifyReply, limit: AddressLimit, nowMs: number): boolean {
  const { ip } = reply.request;
  const waitSeconds = limit.secondsToWait(ip, nowMs);
  if (waitSeconds > 0) reply.header("retry-after", waitSeconds);
  else limit.count(ip, nowMs);
  return waitSeconds > 0;
}

/** Returns the page of the console to go to after signing in. */
export function nextOf(value: unknown): string {
  return typeof value === "string" && CONSOLE_PAGE.test(value) ? value : CONSOLE;
}
