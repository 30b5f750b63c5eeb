import type { FastifyInstance } from "fastify";
import { accountForms, type AccountFormServices } from "./account-forms.ts";
import { dashboardApi, type DashboardApiServices } from "./api.ts";
import { entranceForms, type EntranceFormServices } from "./entrance-forms.ts";
import { viewRoutes, type ViewServices } from "./views.ts";

export type DashboardServices = ViewServices &
  EntranceFormServices &
  AccountFormServices &
  DashboardApiServices;

/**
 * The dashboard of an account: pages under `/dashboard`, forms that work without a script, and under `/dashboard/api` the
 * API's own routes for the session of a browser, so that no key has to be in one.
 */
export async function dashboardRoutes(
  app: FastifyInstance,
  services: DashboardServices,
): Promise<void> {
  await app.register(async (forms) => {
    forms.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    await forms.register(entranceForms, services);
    await forms.register(accountForms, services);
  });
  await app.register(viewRoutes, services);
  await app.register(dashboardApi, { ...services, prefix: "/dashboard/api" });
}
