import type { SignedIn } from "../../accounts/dashboard-sessions.ts";
import { may, ROLES } from "../../accounts/roles.ts";
import type { MembersView } from "../../web/dashboard/frame/content.ts";
import type { SiteServices } from "../pages/site-services.ts";

/** Returns the view of an account's members and invitations, with the outcome of a change. */
export async function membersView(
  { members, invitations, mails }: SiteServices,
  { account, person, role }: SignedIn,
  outcome: Partial<Pick<MembersView, "problem" | "email" | "link">> = {},
): Promise<MembersView> {
  const listed = await members.list(account.id);
  return {
    view: "members",
    members: listed.map(({ personId, since, ...member }) => ({
      ...member,
      id: personId,
      since: since.toISOString(),
      isThis: personId === person.id,
    })),
    invitations: (await invitations.list(account.id)).map(({ expiresAt, ...invitation }) => ({
      ...invitation,
      expiresAt: expiresAt.toISOString(),
    })),
    roles: ROLES,
    mayChange: may(role, "change members"),
    sendsMail: mails !== undefined,
    problem: undefined,
    email: "",
    link: undefined,
    ...outcome,
  };
}
