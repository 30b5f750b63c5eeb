import { setTimeout as sleep } from "node:timers/promises";
import { clientOf } from "#runtime/client-address.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isEmailAddress } from "../../accounts/email-address.ts";
import { LIMITS } from "../../contract/limits.ts";
import { passwordFault } from "../../accounts/password-rule.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { beginSignIn } from "./attempts.ts";
import { signUpByMail } from "./mail-links.ts";
import { sendCodePage } from "./two-step-forms.ts";
import {
  clearSessionToken,
  enter,
  formOf,
  sessionToken,
  forSignedIn,
  pageAfterSignIn,
  sendSignIn,
  sendSignUp,
  unlessAway,
} from "./visitor.ts";

/**
 * Handles the forms for signing in, up and out: `POST /dashboard/sign-in` and `/dashboard/sign-up` take email, password and
 * where to go next, the latter only an email where mails are sent; `/dashboard/sign-out` ends the session,
 * `/dashboard/sessions/end` (id) one of the person's sessions, `/dashboard/sign-out-everywhere` all of them.
 */
export async function entranceForms(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { signIn, sessions, secondSteps, tokens, limits, mails, publicUrl } = services;

  app.get("/dashboard/sign-in", (_request, reply) => reply.redirect("/dashboard", 303));

  app.post("/dashboard/sign-in", async (request, reply) => {
    const client = clientOf(request.ip);
    const field = formOf(request);
    const email = field("email").trim();
    const password = field("password");
    const next = pageAfterSignIn(field("next"));
    const again = (problem: "empty" | "wrong" | "no-account" | "too-many" | "away" | "busy") =>
      sendSignIn(services, reply, { problem, email: shown(email), next });
    if (email === "" || password === "") return again("empty");
    const attempt = await beginSignIn(services, client, email);
    if (attempt === undefined) return again("too-many");
    if (attempt.waitMs > 0) await sleep(attempt.waitMs);
    const work = async () => {
      const entrant = await signIn.signIn(email, password, client);
      if (entrant !== "wrong") await attempt.forgive();
      if (typeof entrant === "string") return again(entrant);
      const { personId } = entrant;
      if (!(await secondSteps.stateOf(personId)).isOn) {
        return enter(services, reply, entrant, next);
      }
      const subject = { email: email.toLowerCase(), personId };
      const token = await tokens.make("second-step", subject);
      return sendCodePage(services, reply, {
        token,
        next,
        email: subject.email,
        problem: undefined,
      });
    };
    return unlessAway(services, reply, work, again);
  });

  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    "/dashboard/sign-up",
    async ({ query }, reply) =>
      sendSignUp(services, reply, {
        problem: "none",
        email: "",
        next: pageAfterSignIn(query["next"]),
      }),
  );

  app.post("/dashboard/sign-up", async (request, reply) => {
    const client = clientOf(request.ip);
    const field = formOf(request);
    const email = field("email").trim();
    const password = field("password");
    const next = pageAfterSignIn(field("next"));
    const again = (problem: Parameters<typeof sendSignUp>[2]["problem"]) =>
      sendSignUp(services, reply, { problem, email: shown(email), next });
    if (!services.signUpIsOpen) return again("none");
    const attempts = await limits.count(
      `sign-up form ${client}`,
      LIMITS.signUpAttemptsPerAddress,
      LIMITS.signUpWindowSeconds,
    );
    if (!attempts.allowed) return again("too-many");
    if (!isEmailAddress(email)) return again("email");
    const fault = mails === undefined ? passwordFault(password, email) : undefined;
    if (fault !== undefined) return again(fault);
    const count = await limits.count(
      `sign-up ${client}`,
      LIMITS.signUpsPerAddress,
      LIMITS.signUpWindowSeconds,
    );
    if (!count.allowed) return again("too-many");
    const work = async () => {
      if (mails !== undefined) {
        return signUpByMail(services, reply, { email, next }, () => again("too-many"));
      }
      const entrant = await signIn.signUp(email, await signIn.choose(password, client));
      return entrant === undefined ? again("taken") : enter(services, reply, entrant, next);
    };
    return unlessAway(services, reply, work, again);
  });

  app.post("/dashboard/sign-out", async (request, reply) => {
    return unlessAway(services, reply, async () => {
      const token = sessionToken(request);
      if (token !== undefined) await sessions.end(token);
      return leave(reply);
    });
  });

  app.post("/dashboard/sessions/end", async (request, reply) => {
    return forSignedIn(services, reply, async ({ person, sessionId }) => {
      const id = formOf(request)("id");
      await sessions.endOne(person.id, id);
      return id === sessionId
        ? leave(reply)
        : reply.redirect("/dashboard/account?changed=session", 303);
    });
  });

  app.post("/dashboard/sign-out-everywhere", async (_request, reply) => {
    return forSignedIn(services, reply, async ({ person }) => {
      await sessions.endAll(person.id);
      return leave(reply);
    });
  });

  function leave(reply: FastifyReply): FastifyReply {
    clearSessionToken(reply, publicUrl());
    return reply.redirect("/dashboard", 303);
  }
}

/** Cuts a typed e-mail address to the maximum length, to show it in the form again. */
function shown(email: string): string {
  return email.slice(0, LIMITS.emailCharacters);
}
