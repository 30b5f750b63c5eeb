import { clientOf } from "#runtime/client-address.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isEmailAddress } from "../../accounts/email-address.ts";
import { passwordFault } from "../../accounts/password-rule.ts";
import { LIMITS } from "../../contract/limits.ts";
import type { LostPasswordContent, NewPasswordContent } from "../../web/dashboard/frame/content.ts";
import { sendPage } from "../pages/send-page.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { mayUseLink } from "./attempts.ts";
import { mailLink, mayMail, PAGE_OF_LINK, tokenOf } from "./mail-links.ts";
import {
  enter,
  formOf,
  forSignedIn,
  leadingTo,
  pageAfterSignIn,
  STATUS_OF_PROBLEM,
  unlessAway,
} from "./visitor.ts";

const ABOUT = ["sign-up", "password"] as const;

type Query = Readonly<Record<string, unknown>>;

/**
 * Handles the forms that send mails, where mails are sent: `/dashboard/lost-password` (email) sends a link to
 * `/dashboard/new-password` (token, new_password); sign-up sends one to `/dashboard/new-account`, which takes the same; and
 * `/dashboard/account/confirm` one to `/dashboard/confirm-address` (token).
 *
 * A link shows a form, and only submitting it uses up the token, because mail scanners follow links.
 */
export async function mailForms(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { people, tokens, signIn } = services;
  if (services.mails === undefined) return;

  app.get<{ Querystring: Query }>("/dashboard/lost-password", ({ query }, reply) =>
    sendLostPassword(reply, { problem: "none", email: "", next: pageAfterSignIn(query["next"]) }),
  );

  app.post("/dashboard/lost-password", async (request, reply) => {
    const field = formOf(request);
    const email = field("email").trim();
    const next = pageAfterSignIn(field("next"));
    const again = (problem: LostPasswordContent["problem"]) =>
      sendLostPassword(reply, { problem, email, next });
    if (!isEmailAddress(email)) return again("email");
    if (!(await mayMail(services, request, email))) return again("too-many");
    const work = async () => {
      const person = await people.find(email);
      if (person !== undefined) {
        const subject = { email: person.email, personId: person.id };
        mailLink(services, reply, "password", subject, next);
      }
      return reply.redirect("/dashboard/mail-sent?about=password", 303);
    };
    return unlessAway(services, reply, work, () => again("away"));
  });

  app.get<{ Querystring: Query }>("/dashboard/mail-sent", (request, reply) => {
    const about = ABOUT.find((one) => one === request.query["about"]) ?? "password";
    return sendPage(services, reply, { page: "mail-sent", about });
  });

  for (const about of ABOUT) {
    app.get<{ Querystring: Query }>(PAGE_OF_LINK[about], (request, reply) =>
      unlessAway(services, reply, async () => {
        const token = tokenOf(request);
        const subject = await tokens.look(about, token);
        if (subject === undefined || !isOpenFor(about)) return sendLinkEnded(reply, about);
        const next = pageAfterSignIn(request.query["next"]);
        const { email } = subject;
        return sendNewPassword(reply, { about, token, next, email, problem: "none" });
      }),
    );

    app.post(PAGE_OF_LINK[about], (request, reply) =>
      unlessAway(services, reply, async () => {
        const field = formOf(request);
        const token = field("token");
        const password = field("new_password");
        const next = pageAfterSignIn(field("next"));
        const subject = await tokens.look(about, token);
        if (subject === undefined || !isOpenFor(about)) return sendLinkEnded(reply, about);
        const { email } = subject;
        const again = (problem: NewPasswordContent["problem"]) =>
          sendNewPassword(reply, { about, token, next, email, problem });
        const fault = passwordFault(password, email);
        if (fault !== undefined) return again(fault);
        const client = clientOf(request.ip);
        if (!(await mayUseLink(services, client))) return again("too-many");
        const chosen = await signIn.choose(password, client);
        const taken = await tokens.take(about, token);
        if (taken === undefined) return sendLinkEnded(reply, about);
        if (taken.personId !== undefined) {
          await signIn.resetPassword(taken.personId, chosen);
          return reply.redirect(leadingTo(next, "/dashboard?notice=password-set"), 303);
        }
        const entrant = await signIn.signUp(email, chosen, new Date());
        if (entrant === undefined) return sendLinkEnded(reply, about);
        return enter(services, reply, entrant, next);
      }),
    );
  }

  app.post("/dashboard/account/confirm", (request, reply) =>
    forSignedIn(services, reply, async ({ person }) => {
      if (person.isConfirmed) return reply.redirect("/dashboard/account", 303);
      const isAllowed = await mayMail(services, request, person.email);
      if (isAllowed) {
        mailLink(services, reply, "address", { email: person.email, personId: person.id });
      }
      return reply.redirect(`/dashboard/account?changed=${isAllowed ? "mail-sent" : ""}`, 303);
    }),
  );

  // Confirming requires a signed-in session: if somebody else signed up with an address, a click of its owner must not confirm
  // it.
  app.get<{ Querystring: Query }>(PAGE_OF_LINK.address, (request, reply) =>
    forSignedIn(services, reply, async ({ person }) => {
      const token = tokenOf(request);
      const subject = await tokens.look("address", token);
      if (subject?.personId !== person.id) return sendLinkEnded(reply, "address");
      return sendPage(services, reply, {
        page: "confirm-address",
        token,
        email: person.email,
      });
    }),
  );

  app.post(PAGE_OF_LINK.address, (request, reply) =>
    forSignedIn(services, reply, async ({ person }) => {
      const token = formOf(request)("token");
      const subject = await tokens.look("address", token);
      if (subject?.personId !== person.id) return sendLinkEnded(reply, "address");
      await tokens.take("address", token);
      await people.confirm(person.id);
      return reply.redirect("/dashboard/account?changed=address", 303);
    }),
  );

  function isOpenFor(about: (typeof ABOUT)[number]): boolean {
    return about !== "sign-up" || services.signUpIsOpen;
  }

  function sendLostPassword(
    reply: FastifyReply,
    shown: Omit<LostPasswordContent, "page">,
  ): FastifyReply {
    const content = { page: "lost-password", ...shown } as const;
    return sendPage(services, reply.status(STATUS_OF_PROBLEM[shown.problem]), content);
  }

  function sendNewPassword(
    reply: FastifyReply,
    shown: Omit<NewPasswordContent, "page" | "minPasswordCharacters">,
  ): FastifyReply {
    void reply.status(STATUS_OF_PROBLEM[shown.problem]);
    return sendPage(services, reply, {
      page: "new-password",
      ...shown,
      minPasswordCharacters: LIMITS.passwordCharacters.min,
    });
  }

  function sendLinkEnded(
    reply: FastifyReply,
    about: "sign-up" | "password" | "address",
  ): FastifyReply {
    return sendPage(services, reply.status(410), { page: "link-ended", about });
  }
}
