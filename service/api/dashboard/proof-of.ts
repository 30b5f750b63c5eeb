import type { SignedIn } from "../../accounts/dashboard-sessions.ts";
import type { AccountView } from "../../web/dashboard/frame/content.ts";
import type { SiteServices } from "../pages/site-services.ts";

/** Returns how a person has to prove their identity. */
export async function proofOf(
  { secondSteps }: SiteServices,
  { person }: SignedIn,
): Promise<AccountView["deletion"]["proof"]> {
  if (person.hasPassword) return "password";
  return (await secondSteps.stateOf(person.id)).isOn ? "code" : "email";
}
