import { clientOf } from "#runtime/client-address.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Entrant } from "../../accounts/dashboard-sessions.ts";
import { type Identity, ProviderFault } from "#openid/provider.ts";
import { VISIT_SECONDS } from "../../accounts/provider-sign-in.ts";
import { LIMITS } from "../../contract/limits.ts";
import type { SiteServices } from "../pages/site-services.ts";
import {
  cookieOptions,
  enter,
  pageAfterSignIn,
  sendSignIn,
  sessionToken,
  unlessAway,
} from "./visitor.ts";

const COOKIE = "dashboard_provider";
const CALLBACK = "/dashboard/provider/callback";
const INVITATION = /^\/dashboard\/invitation\?token=([\w-]+)$/;

/**
 * Registers sign-in with an OpenID provider, if one is configured: `GET /dashboard/provider` (next) sends the browser there,
 * and it returns to `/dashboard/provider/callback`. A signed-in person connects the provider to themselves.
 *
 * The way there is a link, not a form: the page's content security policy keeps forms from leading to other sites.
 */
export async function providerRoutes(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { provider, providerSignIn, invitations, sessions, limits, publicUrl } = services;
  if (provider === undefined) return;
  const options = () => ({ ...cookieOptions(publicUrl()), path: "/dashboard/provider" });

  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    "/dashboard/provider",
    (request, reply) =>
      visiting(reply, async () => {
        const next = pageAfterSignIn(request.query["next"]);
        const name = `provider visits from ${clientOf(request.ip)}`;
        const count = await limits.count(
          name,
          LIMITS.providerVisitsPerAddress,
          LIMITS.attemptWindowSeconds,
        );
        if (!count.allowed) return sendSignIn(services, reply, { problem: "too-many", next });
        const { url, secrets } = await provider.begin(`${publicUrl()}${CALLBACK}`);
        const token = await providerSignIn.beginVisit({ ...secrets, next });
        void reply.setCookie(COOKIE, token, { ...options(), maxAge: VISIT_SECONDS });
        return reply.redirect(url.href, 303);
      }),
  );

  app.get(CALLBACK, (request, reply) =>
    visiting(reply, async () => {
      const visit = await providerSignIn.endVisit(request.cookies[COOKIE] ?? "");
      void reply.clearCookie(COOKIE, options());
      if (visit === undefined) return sendSignIn(services, reply, { problem: "too-late" });
      const address = new URL(request.url, publicUrl());
      const identity = await provider.finish(address, visit);
      const token = sessionToken(request);
      const who = token === undefined ? undefined : await sessions.find(token);
      if (who !== undefined) {
        const refusal = await providerSignIn.connect(identity, who.person);
        const changed = refusal === undefined ? "connected" : "not-connected";
        return reply.redirect(`/dashboard/account?changed=${changed}`, 303);
      }
      const invited = await invitedBy(visit.next, identity);
      if (invited !== undefined) return enter(services, reply, invited);
      const entrant = await providerSignIn.enter(identity, services.signUpIsOpen);
      return typeof entrant === "string"
        ? sendSignIn(services, reply, { problem: entrant, next: visit.next })
        : enter(services, reply, entrant, visit.next);
    }),
  );

  /** Creates and lets in a new person who was invited at the address that the provider has verified; undefined for others. */
  async function invitedBy(next: string, identity: Identity): Promise<Entrant | undefined> {
    const token = INVITATION.exec(next)?.[1];
    if (token === undefined || identity.verifiedEmail === undefined) return undefined;
    const invited = await invitations.look(token);
    if (invited?.email !== identity.verifiedEmail) return undefined;
    const personId = await providerSignIn.makePerson(identity, identity.verifiedEmail);
    const accountId = personId && (await invitations.accept(token, personId));
    return personId && accountId ? { personId, accountId } : undefined;
  }

  function visiting(reply: FastifyReply, work: () => Promise<FastifyReply>): Promise<FastifyReply> {
    return unlessAway(services, reply, async () => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ProviderFault)) throw error;
        reply.request.log.warn({ err: error }, "signing in with the provider failed");
        return sendSignIn(services, reply, { problem: "provider" });
      }
    });
  }
}
