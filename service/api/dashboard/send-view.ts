import type { FastifyReply } from "fastify";
import type { SignedIn } from "../../accounts/dashboard-sessions.ts";
import { may, type Action } from "../../accounts/roles.ts";
import type { DashboardView, PartName } from "../../web/dashboard/frame/content.ts";
import { sendPage } from "../pages/send-page.ts";
import type { SiteServices } from "../pages/site-services.ts";

/** The action that a role has to allow for each part of the dashboard; everybody may see the account page. */
export const ACTION_OF: Readonly<Record<Exclude<PartName, "account">, Action>> = {
  overview: "see overview",
  keys: "use the service",
  usage: "see usage",
  jobs: "use the service",
  voices: "use the service",
  pronunciations: "use the service",
  members: "see members",
};

/** Sends a page that shows a view, or only the view as JSON if the page's script requests it. */
export function sendView(
  services: SiteServices,
  reply: FastifyReply,
  { person, account, role }: SignedIn,
  shown: DashboardView,
): FastifyReply {
  if (reply.request.headers.accept === "application/json") {
    // The JSON has the URL of its page, and form errors are part of it, so its status is always 200.
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
