import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { MINUTE_MS } from "#units/time.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { OpenIdProvider, ProviderFault } from "#openid/provider.ts";
import { AddressLimit } from "../access/address-limit.ts";
import { roleOf } from "../settings/console-people.ts";
import { type ConsoleContext, forRole, type Queried } from "./console-context.ts";
import { cookieOf, cookieOptions } from "./sessions.ts";
import { countAttempt, enter, nextOf, refuse } from "./sign-in-routes.ts";
import { beginVisit, endVisit } from "./visits.ts";

const PATH = CONSOLE_PATHS.provider;
const CALLBACK = `${CONSOLE_PATHS.provider}/callback`;
const COOKIE = "console_provider";
const VISITS_PER_MINUTE = 20;

/**
 * Serves signing in with an OpenID provider, if one is configured: `GET /console/provider` (query: `next`) redirects the browser to the provider,
 * which sends it back to `/console/provider/callback`. A person whose verified e-mail address has a role is signed in under
 * that address.
 */
export function providerRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db, signIn, url, nowMs, logger } = context;
  if (signIn === undefined || url === undefined) return;
  const provider = new OpenIdProvider(signIn.provider);
  const visits = new AddressLimit(VISITS_PER_MINUTE, MINUTE_MS);
  const cookie = cookieOptions(PATH, url);

  app.get<Queried>(PATH, forRole(null), (request, reply) =>
    visiting(reply, async () => {
      if (countAttempt(reply, visits, nowMs())) return refuse(reply, context, "tooManyAttempts");
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
      if (visit === undefined) return refuse(reply, context, "tooLate");
      const { verifiedEmail } = await provider.finish(new URL(request.url, url), visit);
      if (verifiedEmail === undefined) return refuse(reply, context, "unverified");
      if (roleOf(verifiedEmail, signIn.people) === undefined)
        return refuse(reply, context, "noRole");
      return enter(reply, context, { person: verifiedEmail }, visit.next);
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
      return refuse(reply, context, "providerFailed");
    }
  }
}
