import { clientOf } from "#runtime/client-address.ts";
import type { FastifyInstance } from "fastify";
import type { SignedIn } from "../../accounts/dashboard-sessions.ts";
import type { AccountView } from "../../web/dashboard/frame/content.ts";
import { chosenLanguage } from "../pages/reader-choices.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { mayTryCode, mayTryPassword } from "./attempts.ts";
import { proofOf } from "./proof-of.ts";
import { sendView } from "./send-view.ts";
import { accountView } from "./views.ts";
import { clearSessionToken, formOf, forSignedIn } from "./visitor.ts";

type Problem = NonNullable<AccountView["deletion"]["problem"]>;

const STATUS_OF_PROBLEM: Readonly<Record<Problem, number>> = {
  wrong: 403,
  "too-many": 429,
  "last-owner": 409,
};

/**
 * Handles `POST /dashboard/account/delete` (proof): deletes the signed-in person and the accounts that nobody else is a member
 * of. The proof is the password; without one a code of the second step, and without both the e-mail address.
 */
export async function deletionForm(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { leaving, mails, publicUrl } = services;

  app.post("/dashboard/account/delete", (request, reply) =>
    forSignedIn(services, reply, async (who) => {
      const refuse = async (problem: Problem) => {
        void reply.status(STATUS_OF_PROBLEM[problem]);
        const view = await accountView(services, who);
        return sendView(services, reply, who, {
          ...view,
          deletion: { ...view.deletion, problem },
        });
      };
      const proof = await judged(services, who, formOf(request)("proof"), clientOf(request.ip));
      if (proof !== "right") return refuse(proof);
      const { id, email } = who.person;
      if ((await leaving.leave(id)) === "last-owner") return refuse("last-owner");
      mails?.post("account-deleted", { to: email, language: chosenLanguage(reply) });
      clearSessionToken(reply, publicUrl());
      return reply.redirect("/dashboard?notice=account-deleted", 303);
    }),
  );
}

async function judged(
  services: SiteServices,
  who: SignedIn,
  given: string,
  client: string,
): Promise<"right" | "wrong" | "too-many"> {
  const { signIn, secondSteps } = services;
  const { person } = who;
  const proof = await proofOf(services, who);
  const mayTry = proof === "code" ? mayTryCode : mayTryPassword;
  if (!(await mayTry(services, person.id))) return "too-many";
  const proves = {
    password: () => signIn.knows(person, given, client),
    code: () => secondSteps.use(person.id, given),
    email: () => given.trim().toLowerCase() === person.email,
  };
  return (await proves[proof]()) ? "right" : "wrong";
}
