import type { FastifyInstance, FastifyRequest } from "fastify";
import { Turns } from "#runtime/turns.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { accountForms } from "./account-forms.ts";
import { jobForms } from "./job-forms.ts";
import { dashboardApi } from "./api.ts";
import { deletionForm } from "./deletion-form.ts";
import { emailForms } from "./email-forms.ts";
import { entranceForms } from "./entrance-forms.ts";
import { mailForms } from "./mail-forms.ts";
import { memberForms } from "./member-forms.ts";
import { providerRoutes } from "./provider-routes.ts";
import { twoStepForms } from "./two-step-forms.ts";
import { viewRoutes } from "./views.ts";
import { LIMITS } from "../../contract/limits.ts";
import { refuseUnstorable } from "../../contract/read.ts";
import { requireOwnOrigin } from "./visitor.ts";

/** Maximum number of requests that wait for their turn; each page takes a millisecond or two. */
const MAX_WAITING = 1000;

/**
 * Registers the dashboard: pages under `/dashboard`, forms that work without a script, and under `/dashboard/api` the API's own
 * routes for browser sessions, so that a browser needs no API key.
 */
export async function dashboardRoutes(app: FastifyInstance, services: SiteServices): Promise<void> {
  const turns = new Turns(MAX_WAITING);
  app.addHook("onRequest", async (_request, reply) => {
    // Account pages, and secrets that are shown once, must not be cached by proxies or the browser.
    void reply.header("cache-control", "no-store");
    await turns.wait();
  });
  await app.register(async (forms) => {
    forms.addContentTypeParser<string>(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: LIMITS.formBytes },
      async (_request: FastifyRequest, body: string) => {
        const fields = new URLSearchParams(body);
        for (const [name, text] of fields) refuseUnstorable(text, name);
        return fields;
      },
    );
    forms.addHook("preHandler", async (request) => {
      // A browser always names the origin of a form; other programs send none and have no cookie to abuse.
      if (request.method === "POST" && request.headers.origin !== undefined) {
        requireOwnOrigin(request, services.publicUrl());
      }
    });
    await forms.register(entranceForms, services);
    await forms.register(accountForms, services);
    await forms.register(jobForms, services);
    await forms.register(emailForms, services);
    await forms.register(deletionForm, services);
    await forms.register(mailForms, services);
    await forms.register(twoStepForms, services);
    await forms.register(memberForms, services);
  });
  await app.register(viewRoutes, services);
  await app.register(providerRoutes, services);
  await app.register((api) => dashboardApi(api, services), { prefix: "/dashboard/api" });
}
