import type { FastifyReply } from "fastify";
import type { SignedIn } from "../../accounts/dashboard-sessions.ts";
import { may, type Action } from "../../accounts/roles.ts";
import type { DashboardView, PartName } from "../../web/dashboard/frame/content.ts";
import { sendPage } from "../pages/send-page.ts";
import type { SiteServices } from "../pages/site-services.ts";

/** What seeing each part of the dashboard takes; the account's page is everybody's. */
export const ACTION_OF: Readonly<Record<Exclude<PartName, "account">, Action>> = {
  overview: "see overview",
  keys: "use the service",
  usage: "see usage",
  voices: "use the service",
  pronunciations: "use the service",
  members: "see members",
};

/** Answers with a page that shows a view; with the view alone where the page's script asks for it. */
export function sendView(
  services: SiteServices,
  reply: FastifyReply,
  { person, account, role }: SignedIn,
  shown: DashboardView,
): FastifyReply {
  if (reply.request.headers.accept === "application/json") {
    // It stands under the page's address, and what is wrong with a form is part of it.
    return reply.status(200).send(shown);
  }
  const names = Object.keys(ACTION_OF) as (keyof typeof ACTION_OF)[];
  return sendPage(services, reply, {
    page: "dashboard",
    email: person.email,
    account: account.email === person.email ? undefined : account.email,
    parts: [...names.filter((name) => may(role, ACTION_OF[name])), "account"],
    shown,
  });
}
