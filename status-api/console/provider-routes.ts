import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { MINUTE_MS } from "#units/time.ts";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { OpenIdProvider, ProviderFault } from "#openid/provider.ts";
import { AddressLimit } from "../access/address-limit.ts";
import type { SignInProblem } from "../page/page-view-console.ts";
import type { ConsoleSignIn } from "../settings/config.ts";
import { roleOf } from "../settings/console-people.ts";
import { forRole, type Queried } from "./console-context.ts";
import { cookieOf, cookieOptions } from "./sessions.ts";
import { beginVisit, endVisit } from "./visits.ts";

interface ProviderRouteOptions {
  readonly db: Database;
  readonly signIn: ConsoleSignIn;
  /** The public URL of the console, without a trailing slash. */
  readonly url: string;
  readonly nowMs: () => number;
  readonly logger: FastifyBaseLogger;
  readonly nextOf: (value: unknown) => string;
  readonly refuse: (reply: FastifyReply, problem: SignInProblem, code: number) => FastifyReply;
  readonly beginSessionOf: BeginSession;
}

/** Begins a person's session and redirects to a page of the console. */
export type BeginSession = (
  reply: FastifyReply,
  somebody: { readonly person: string; readonly adminToken?: string },
  next: string,
) => Promise<FastifyReply>;

const PATH = CONSOLE_PATHS.provider;
const CALLBACK = `${CONSOLE_PATHS.provider}/callback`;
const COOKIE = "console_provider";
const VISITS_PER_MINUTE = 20;

/**
 * Serves signing in with an OpenID provider: `GET /console/provider` (query: `next`) redirects the browser to the provider,
 * which sends it back to `/console/provider/callback`. A person whose verified e-mail address has a role is signed in under
 * that address.
 */
export function providerRoutes(app: FastifyInstance, options: ProviderRouteOptions): void {
  const { db, signIn, url, nowMs, logger, nextOf, refuse, beginSessionOf } = options;
  const provider = new OpenIdProvider(signIn.provider);
  const visits = new AddressLimit(VISITS_PER_MINUTE, MINUTE_MS);
  const cookie = cookieOptions(PATH, url);

  app.get<Queried>(PATH, forRole(null), (request, reply) =>
    visiting(reply, async () => {
      const waitSeconds = visits.secondsToWait(request.ip, nowMs());
      if (waitSeconds > 0) {
        reply.header("retry-after", waitSeconds);
        return refuse(reply, "tooManyAttempts", 429);
      }
      visits.count(request.ip, nowMs());
      const { url: there, secrets } = await provider.begin(`${url}${CALLBACK}`);
      const visit = { ...secrets, next: nextOf(request.query["next"]) };
      void reply.setCookie(COOKIE, await beginVisit(db, visit, nowMs()), cookie);
      return reply.redirect(there.href, 303);
    }),
  );

  app.get(CALLBACK, forRole(null), (request, reply) =>
    visiting(reply, async () => {
      const visit = await endVisit(db, cookieOf(request, COOKIE), nowMs());
      void reply.clearCookie(COOKIE, cookie);
      if (visit === undefined) return refuse(reply, "tooLate", 400);
      const identity = await provider.finish(new URL(request.url, url), visit);
      const { verifiedEmail } = identity;
      if (verifiedEmail === undefined) return refuse(reply, "unverified", 403);
      if (roleOf(verifiedEmail, signIn.people) === undefined) {
        return refuse(reply, "noRole", 403);
      }
      return beginSessionOf(reply, { person: verifiedEmail }, visit.next);
    }),
  );

  async function visiting(
    reply: FastifyReply,
    work: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      logger.warn({ err: error }, "signing in to the console with the provider failed");
      return refuse(reply, "providerFailed", 502);
    }
  }
}
