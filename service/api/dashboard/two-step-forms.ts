import { clientOf } from "#runtime/client-address.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { secretPicture } from "../../accounts/one-time-codes.ts";
import type { SignedIn } from "../../accounts/dashboard-sessions.ts";
import { siteTexts } from "../../mails/account-mails.ts";
import type { SignInCodeContent, TwoStepProblem } from "../../web/dashboard/frame/content.ts";
import { chosenLanguage } from "../pages/reader-choices.ts";
import { sendPage } from "../pages/send-page.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { mayTryCode } from "./attempts.ts";
import { sendView } from "./send-view.ts";
import { accountView } from "./views.ts";
import { enter, formOf, forSignedIn, pageAfterSignIn, sendSignIn, unlessAway } from "./visitor.ts";

const STATUS_OF_PROBLEM: Readonly<Record<TwoStepProblem, number>> = {
  "wrong-code": 403,
  "wrong-password": 403,
  "too-many": 429,
};

/**
 * Handles the second step: `POST /dashboard/sign-in/code` (token, code) completes signing in. `/dashboard/two-step/begin`
 * creates a secret, which `GET /dashboard/two-step` shows and `POST` there (code, current_password) turns on;
 * `/dashboard/two-step/change` (code, do) creates new recovery codes or turns it off.
 */
export async function twoStepForms(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { people, tokens, signIn, secondSteps } = services;

  app.post("/dashboard/sign-in/code", (request, reply) =>
    unlessAway(services, reply, async () => {
      const field = formOf(request);
      const token = field("token");
      const next = pageAfterSignIn(field("next"));
      const subject = await tokens.look("second-step", token);
      const personId = subject?.personId;
      if (personId === undefined) return sendSignIn(services, reply, { problem: "too-late", next });
      const again = (problem: TwoStepProblem) =>
        sendCodePage(services, reply, { token, next, email: subject?.email ?? "", problem });
      if (!(await mayTryCode(services, personId))) return again("too-many");
      if (!(await secondSteps.use(personId, field("code")))) return again("wrong-code");
      const taken = await tokens.take("second-step", token);
      const accountId = await people.firstAccountOf(personId);
      if (taken === undefined || accountId === undefined) {
        return sendSignIn(services, reply, { problem: "too-late", next });
      }
      return enter(services, reply, { personId, accountId }, next);
    }),
  );

  app.post("/dashboard/two-step/begin", (_request, reply) =>
    forSignedIn(services, reply, async ({ person }) => {
      await secondSteps.begin(person.id);
      return reply.redirect("/dashboard/two-step", 303);
    }),
  );

  app.get("/dashboard/two-step", (_request, reply) =>
    forSignedIn(services, reply, (who) => sendSetUp(reply, who)),
  );

  app.post("/dashboard/two-step", (request, reply) =>
    forSignedIn(services, reply, async (who) => {
      const field = formOf(request);
      const { person } = who;
      if (!(await mayTryCode(services, person.id))) return sendSetUp(reply, who, "too-many");
      // Somebody who finds a signed-in browser must not be able to lock its owner out.
      const knows =
        !person.hasPassword ||
        (await signIn.knows(person, field("current_password"), clientOf(request.ip)));
      if (!knows) return sendSetUp(reply, who, "wrong-password");
      const codes = await secondSteps.turnOn(person.id, field("code"));
      return codes === undefined
        ? sendSetUp(reply, who, "wrong-code")
        : sendRecoveryCodes(reply, who, codes);
    }),
  );

  app.post("/dashboard/two-step/change", (request, reply) =>
    forSignedIn(services, reply, async (who) => {
      const field = formOf(request);
      const { id } = who.person;
      const refuse = async (problem: TwoStepProblem) => {
        void reply.status(STATUS_OF_PROBLEM[problem]);
        const view = await accountView(services, who);
        return sendView(services, reply, who, {
          ...view,
          twoStep: { ...view.twoStep, problem },
        });
      };
      if (!(await mayTryCode(services, id))) return refuse("too-many");
      if (!(await secondSteps.use(id, field("code")))) return refuse("wrong-code");
      if (field("do") === "codes") {
        return sendRecoveryCodes(reply, who, await secondSteps.renewRecoveryCodes(id));
      }
      await secondSteps.turnOff(id);
      return reply.redirect("/dashboard/account?changed=two-step-off", 303);
    }),
  );

  async function sendSetUp(
    reply: FastifyReply,
    who: SignedIn,
    problem?: TwoStepProblem,
  ): Promise<FastifyReply> {
    const { person } = who;
    const secret = await secondSteps.secretBegun(person.id);
    if (secret === undefined) return reply.redirect("/dashboard/account", 303);
    const issuer = siteTexts[chosenLanguage(reply)].name;
    const svg = secretPicture(secret, { issuer, label: person.email });
    void reply.status(problem === undefined ? 200 : STATUS_OF_PROBLEM[problem]);
    return sendView(services, reply, who, {
      view: "two-step",
      secret: (secret.match(/.{1,4}/g) ?? []).join(" "),
      picture: `data:image/svg+xml,${encodeURIComponent(svg)}`,
      hasPassword: person.hasPassword,
      problem,
    });
  }

  function sendRecoveryCodes(
    reply: FastifyReply,
    who: SignedIn,
    codes: readonly string[],
  ): FastifyReply {
    // The only page that shows them; only their hashes are stored.
    void reply.status(201);
    return sendView(services, reply, who, { view: "recovery-codes", codes });
  }
}

/** Sends the page for the code that completes signing in. */
export function sendCodePage(
  services: SiteServices,
  reply: FastifyReply,
  shown: Omit<SignInCodeContent, "page">,
): FastifyReply {
  void reply.status(shown.problem === undefined ? 200 : STATUS_OF_PROBLEM[shown.problem]);
  return sendPage(services, reply, { page: "sign-in-code", ...shown });
}
