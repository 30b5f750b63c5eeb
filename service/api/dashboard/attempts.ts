import { LIMITS } from "../../contract/limits.ts";
import type { SiteServices } from "../pages/site-services.ts";

const WINDOW_SECONDS = 600;

/** Counts an attempt of somebody who is signed in to tell their password. */
export async function mayTryPassword(
  { limits }: Pick<SiteServices, "limits">,
  personId: string,
): Promise<boolean> {
  const name = `password ${personId}`;
  return (await limits.count(name, LIMITS.passwordChanges, WINDOW_SECONDS)).allowed;
}

/** Counts an attempt of somebody to tell a code of the second step. */
export async function mayTryCode(
  { limits }: Pick<SiteServices, "limits">,
  personId: string,
): Promise<boolean> {
  const name = `second step of ${personId}`;
  return (await limits.count(name, LIMITS.secondStepAttempts, WINDOW_SECONDS)).allowed;
}
