import { LIMITS } from "../../contract/limits.ts";
import type { SiteServices } from "../pages/site-services.ts";

/**
 * Counts a sign-in attempt and returns the delay before its password is checked, in milliseconds; undefined for a client with
 * too many attempts.
 *
 * Many attempts at one address, from any clients, delay each further one: others cannot lock out somebody who knows the
 * password.
 */
export async function waitOfSignIn(
  { limits }: Pick<SiteServices, "limits">,
  client: string,
  email: string,
): Promise<number | undefined> {
  const subject = email.toLowerCase();
  const ofClient = [
    [`sign-in ${client} ${subject}`, LIMITS.signInAttempts],
    [`sign-in from ${client}`, LIMITS.signInAttemptsPerAddress],
  ] as const;
  for (const [name, limit] of ofClient) {
    if (!(await limits.count(name, limit, LIMITS.attemptWindowSeconds)).allowed) return undefined;
  }
  const name = `sign-in as ${subject}`;
  const ofAll = await limits.count(
    name,
    LIMITS.signInAttemptsPerEmail,
    LIMITS.attemptWindowSeconds,
  );
  return ofAll.allowed ? 0 : LIMITS.slowedSignInMs;
}

/** Counts a signed-in person's attempt to enter their password; returns false above the limit. */
export async function mayTryPassword(
  { limits }: Pick<SiteServices, "limits">,
  personId: string,
): Promise<boolean> {
  const name = `password ${personId}`;
  return (await limits.count(name, LIMITS.passwordChanges, LIMITS.attemptWindowSeconds)).allowed;
}

/** Counts a person's attempt to enter a code of the second step; returns false above the limit. */
export async function mayTryCode(
  { limits }: Pick<SiteServices, "limits">,
  personId: string,
): Promise<boolean> {
  const name = `second step of ${personId}`;
  return (await limits.count(name, LIMITS.secondStepAttempts, LIMITS.attemptWindowSeconds)).allowed;
}

/** Counts a client's use of a link from a mail, which sets a password; returns false above the limit. */
export async function mayUseLink(
  { limits }: Pick<SiteServices, "limits">,
  client: string,
): Promise<boolean> {
  const name = `links from ${client}`;
  return (await limits.count(name, LIMITS.linksPerAddress, LIMITS.attemptWindowSeconds)).allowed;
}
