import { clientOf } from "#runtime/client-address.ts";
import type { FastifyInstance } from "fastify";
import { isEmailAddress } from "../../accounts/email-address.ts";
import type { AccountView } from "../../web/dashboard/frame/content.ts";
import { chosenLanguage } from "../pages/reader-choices.ts";
import { sendPage } from "../pages/send-page.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { mayTryPassword } from "./attempts.ts";
import { mailLink, mayMail, PAGE_OF_LINK, tokenOf } from "./mail-links.ts";
import { sendView } from "./send-view.ts";
import { accountView } from "./views.ts";
import { formOf, forSignedIn } from "./visitor.ts";

type Problem = NonNullable<AccountView["emailChange"]["problem"]>;

const STATUS_OF_PROBLEM: Readonly<Record<Problem, number>> = {
  email: 400,
  taken: 409,
  wrong: 403,
  "too-many": 429,
  "too-many-mails": 429,
};

/**
 * Handles the change of an e-mail address: `POST /dashboard/account/email` (new_email, current_password) mails a link to the
 * new address, which leads to `/dashboard/new-address` (token), where the address is changed; if no mails are sent, it is
 * changed at once.
 */
export async function emailForms(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { people, tokens, signIn, mails, publicUrl } = services;

  app.post("/dashboard/account/email", (request, reply) =>
    forSignedIn(services, reply, async (who) => {
      const field = formOf(request);
      const email = field("new_email").trim().toLowerCase();
      const { person } = who;
      const refuse = async (problem: Problem) => {
        void reply.status(STATUS_OF_PROBLEM[problem]);
        const view = await accountView(services, who);
        return sendView(services, reply, who, { ...view, emailChange: { problem, email } });
      };
      if (!isEmailAddress(email) || email === person.email) return refuse("email");
      if (!(await mayTryPassword(services, person.id))) return refuse("too-many");
      if (!(await signIn.knows(person, field("current_password"), clientOf(request.ip))))
        return refuse("wrong");
      if (mails === undefined) {
        const isChanged = await people.changeEmail(person.id, email, null);
        return isChanged
          ? reply.redirect("/dashboard/account?changed=email", 303)
          : refuse("taken");
      }
      if (!(await mayMail(services, request, email))) return refuse("too-many-mails");
      if ((await people.find(email)) === undefined) {
        mailLink(services, reply, "new-address", { email, personId: person.id });
      } else {
        const url = `${publicUrl()}/dashboard`;
        mails.post("known", { to: email, language: chosenLanguage(reply), url });
      }
      return reply.redirect("/dashboard/account?changed=mail-sent-to-new", 303);
    }),
  );

  if (mails === undefined) return;

  // The link requires a signed-in session: a mistyped address must not give its owner the account.
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    PAGE_OF_LINK["new-address"],
    (request, reply) =>
      forSignedIn(services, reply, async ({ person }) => {
        const token = tokenOf(request);
        const subject = await tokens.look("new-address", token);
        if (subject?.personId !== person.id) {
          return sendPage(services, reply.status(410), {
            page: "link-ended",
            about: "new-address",
          });
        }
        const { email } = subject;
        return sendPage(services, reply, { page: "new-address", token, email });
      }),
  );

  app.post(PAGE_OF_LINK["new-address"], (request, reply) =>
    forSignedIn(services, reply, async ({ person }) => {
      const token = formOf(request)("token");
      const subject = await tokens.look("new-address", token);
      const isChanged =
        subject?.personId === person.id &&
        (await people.changeEmail(person.id, subject.email, new Date()));
      if (!isChanged) {
        return sendPage(services, reply.status(410), { page: "link-ended", about: "new-address" });
      }
      // Links that went to the old address end as well.
      await tokens.endAll(person.id);
      const language = chosenLanguage(reply);
      mails.post("address-changed", { to: person.email, language, account: subject.email });
      return reply.redirect("/dashboard/account?changed=email", 303);
    }),
  );
}
