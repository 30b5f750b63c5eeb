import { clientOf } from "#runtime/client-address.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isEmailAddress } from "../../accounts/email-address.ts";
import { passwordFault } from "../../accounts/password-rule.ts";
import { isRole } from "../../accounts/roles.ts";
import { LIMITS } from "../../contract/limits.ts";
import type { InvitationContent, MembersView } from "../../web/dashboard/frame/content.ts";
import { chosenLanguage } from "../pages/reader-choices.ts";
import { sendPage } from "../pages/send-page.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { mayUseLink } from "./attempts.ts";
import { mayMail } from "./mail-links.ts";
import { membersView } from "./members-view.ts";
import { sendView } from "./send-view.ts";
import {
  enter,
  formOf,
  forAllowed,
  forSignedIn,
  sendSignIn,
  sessionToken,
  STATUS_OF_PROBLEM,
  unlessAway,
} from "./visitor.ts";

const STATUS_OF_REFUSAL: Readonly<Record<NonNullable<MembersView["problem"]>, number>> = {
  email: 400,
  role: 400,
  member: 409,
  "too-many": 409,
  "too-many-mails": 429,
  "last-owner": 409,
  unknown: 404,
};

/**
 * Handles the forms for members: `POST /dashboard/members/invite` (email, role), `/role` (id, role), `/remove` (id) and
 * `/revoke` (id of an invitation); `/dashboard/invitation` (token, new_password) accepts an invitation, and `POST
 * /dashboard/account/show` (id) switches to another account.
 */
export async function memberForms(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { members, invitations, people, signIn, sessions, mails, publicUrl } = services;

  app.post("/dashboard/members/invite", (request, reply) =>
    forAllowed(services, reply, "change members", async (who) => {
      const field = formOf(request);
      const email = field("email").trim().toLowerCase();
      const role = field("role");
      const refuse = async (problem: NonNullable<MembersView["problem"]>) => {
        void reply.status(STATUS_OF_REFUSAL[problem]);
        const view = await membersView(services, who, { problem, email });
        return sendView(services, reply, who, view);
      };
      if (!isEmailAddress(email)) return refuse("email");
      if (!isRole(role)) return refuse("role");
      if (!(await mayMail(services, request, email))) return refuse("too-many-mails");
      const isMailed = mails !== undefined;
      const made = await invitations.create(who.account.id, { email, role, isMailed });
      if (typeof made === "string") return refuse(made);
      const url = `${publicUrl()}/dashboard/invitation?token=${made.token}`;
      if (mails !== undefined) {
        const language = chosenLanguage(reply);
        mails.post("invitation", { to: email, language, url, account: who.account.email });
        return reply.redirect("/dashboard/members", 303);
      }
      // The only page that shows the link, which is not stored.
      void reply.status(201);
      const view = await membersView(services, who, { link: url, email });
      return sendView(services, reply, who, view);
    }),
  );

  app.post("/dashboard/members/role", (request, reply) =>
    forAllowed(services, reply, "change members", async (who) => {
      const field = formOf(request);
      const role = field("role");
      const problem = isRole(role)
        ? await members.changeRole(who.account.id, field("id"), role)
        : "role";
      return afterChange(reply, problem, async (shown) =>
        sendView(services, reply, who, await membersView(services, who, { problem: shown })),
      );
    }),
  );

  app.post("/dashboard/members/remove", (request, reply) =>
    forAllowed(services, reply, "change members", async (who) => {
      const problem = await members.remove(who.account.id, formOf(request)("id"));
      return afterChange(reply, problem, async (shown) =>
        sendView(services, reply, who, await membersView(services, who, { problem: shown })),
      );
    }),
  );

  app.post("/dashboard/members/revoke", (request, reply) =>
    forAllowed(services, reply, "change members", async ({ account }) => {
      await invitations.revoke(account.id, formOf(request)("id"));
      return reply.redirect("/dashboard/members", 303);
    }),
  );

  app.post("/dashboard/account/show", (request, reply) =>
    forSignedIn(services, reply, async ({ person, sessionId }) => {
      const id = formOf(request)("id");
      const own = await members.accountsOf(person.id);
      if (own.some(({ accountId }) => accountId === id)) await sessions.show(sessionId, id);
      return reply.redirect("/dashboard", 303);
    }),
  );

  app.get("/dashboard/invitation", (request, reply) =>
    unlessAway(services, reply, async () => {
      const { token = "" } = request.query as { readonly token?: string };
      return showInvitation(request, reply, String(token), "none");
    }),
  );

  app.post("/dashboard/invitation", (request, reply) =>
    unlessAway(services, reply, async () => {
      const field = formOf(request);
      const token = field("token");
      const invited = await invitations.look(token);
      if (invited === undefined) return sendEnded(reply);
      const who = await visitorOf(request);
      if (who !== undefined) {
        if (who.person.email !== invited.email)
          return showInvitation(request, reply, token, "none");
        const accountId = await invitations.accept(token, who.person.id);
        if (accountId === undefined) return sendEnded(reply);
        await sessions.show(who.sessionId, accountId);
        return reply.redirect("/dashboard", 303);
      }
      const password = field("new_password");
      const fault = passwordFault(password, invited.email);
      if (fault !== undefined) return showInvitation(request, reply, token, fault);
      const client = clientOf(request.ip);
      if (!(await mayUseLink(services, client))) {
        return showInvitation(request, reply, token, "too-many");
      }
      const confirmedAt = invited.isMailed ? new Date() : null;
      const chosen = await signIn.choose(password, client);
      const personId = await signIn.makePerson(invited.email, chosen, confirmedAt);
      // A person who already exists has to sign in first.
      if (personId === undefined) return showInvitation(request, reply, token, "none");
      const accountId = await invitations.accept(token, personId);
      if (accountId === undefined) return sendEnded(reply);
      return enter(services, reply, { personId, accountId });
    }),
  );

  /** Shows the next step of an invitation: to join, to sign in first, or to choose a password. */
  async function showInvitation(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    problem: InvitationContent["problem"],
  ): Promise<FastifyReply> {
    const invited = await invitations.look(token);
    if (invited === undefined) return sendEnded(reply);
    const { email, accountEmail } = invited;
    const who = await visitorOf(request);
    const next = `/dashboard/invitation?token=${token}`;
    if (who === undefined && (await people.find(email)) !== undefined) {
      return sendSignIn(services, reply, { problem: "none", email, next });
    }
    void reply.status(STATUS_OF_PROBLEM[problem]);
    return sendPage(services, reply, {
      page: "invitation",
      token,
      email,
      account: accountEmail,
      signedInAs: who?.person.email,
      provider: services.provider?.name,
      problem,
      minPasswordCharacters: LIMITS.passwordCharacters.min,
    });
  }

  async function visitorOf(request: FastifyRequest) {
    const session = sessionToken(request);
    return session === undefined ? undefined : sessions.find(session);
  }

  function sendEnded(reply: FastifyReply): FastifyReply {
    return sendPage(services, reply.status(410), { page: "link-ended", about: "invitation" });
  }
}

function afterChange(
  reply: FastifyReply,
  problem: NonNullable<MembersView["problem"]> | undefined,
  refuse: (problem: NonNullable<MembersView["problem"]>) => Promise<FastifyReply>,
): Promise<FastifyReply> | FastifyReply {
  if (problem === undefined) return reply.redirect("/dashboard/members", 303);
  void reply.status(STATUS_OF_REFUSAL[problem]);
  return refuse(problem);
}
