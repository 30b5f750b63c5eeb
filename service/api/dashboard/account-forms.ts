import { clientOf } from "#runtime/client-address.ts";
import type { FastifyInstance } from "fastify";
import { LIMITS } from "../../contract/limits.ts";
import { passwordFault } from "../../accounts/password-rule.ts";
import type { KeyProblem } from "../../web/dashboard/frame/content.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { mayTryPassword } from "./attempts.ts";
import { sendView } from "./send-view.ts";
import { accountView, keysView } from "./views.ts";
import { forAllowed, formOf, forSignedIn } from "./visitor.ts";

const STATUS_OF_KEY_PROBLEM: Readonly<Record<KeyProblem, number>> = {
  unnamed: 400,
  "too-long": 400,
  "too-many": 409,
};

/**
 * Handles the forms of a signed-in person: `POST /dashboard/keys` (name), `/dashboard/keys/revoke` (id) and
 * `/dashboard/account` (current_password, new_password).
 */
export async function accountForms(app: FastifyInstance, services: SiteServices): Promise<void> {
  const { signIn, keys } = services;

  app.post("/dashboard/keys", async (request, reply) => {
    return forAllowed(services, reply, "use the service", async (who) => {
      const name = formOf(request)("name").trim();
      const refuse = async (problem: KeyProblem) => {
        void reply.status(STATUS_OF_KEY_PROBLEM[problem]);
        return sendView(services, reply, who, await keysView(services, who, { problem }));
      };
      if (name === "") return refuse("unnamed");
      if (Array.from(name).length > LIMITS.keyNameCharacters) return refuse("too-long");
      const created = await keys.create(who.account.id, name, who.person.id);
      if (created === undefined) return refuse("too-many");
      // The only page that shows the secret, which is not stored.
      void reply.status(201);
      return sendView(services, reply, who, await keysView(services, who, { created }));
    });
  });

  app.post("/dashboard/keys/revoke", async (request, reply) => {
    return forAllowed(services, reply, "use the service", async ({ account }) => {
      await keys.revoke(account.id, formOf(request)("id"));
      return reply.redirect("/dashboard/keys", 303);
    });
  });

  app.post("/dashboard/account", async (request, reply) => {
    return forSignedIn(services, reply, async (who, token) => {
      const field = formOf(request);
      const { person } = who;
      const refuse = async (status: number, problem: Parameters<typeof accountView>[2]) => {
        void reply.status(status);
        const view = await accountView(services, who, problem);
        return sendView(services, reply, who, view);
      };
      const next = field("new_password");
      const fault = passwordFault(next, person.email);
      if (fault !== undefined) return refuse(400, fault);
      if (!(await mayTryPassword(services, person.id))) return refuse(429, "too-many");
      const change = { current: field("current_password"), next, token };
      if (!(await signIn.changePassword(person, change, clientOf(request.ip))))
        return refuse(403, "wrong");
      return reply.redirect("/dashboard/account?changed=password", 303);
    });
  });
}
