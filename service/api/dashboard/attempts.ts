import { LIMITS } from "../../contract/limits.ts";
import type { SiteServices } from "../pages/site-services.ts";

const WINDOW_SECONDS = 600;

/**
 * Counts an attempt to sign in and returns how long it waits before its password is looked at, in milliseconds; undefined for one client
 * that has tried too often.
 *
 * Many attempts at one address, by whatever clients, make each further one wait: others cannot lock out who knows the password.
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
    if (!(await limits.count(name, limit, WINDOW_SECONDS)).allowed) return undefined;
  }
  const name = `sign-in as ${subject}`;
  const ofAll = await limits.count(name, LIMITS.signInAttemptsPerEmail, WINDOW_SECONDS);
  return ofAll.allowed ? 0 : LIMITS.slowedSignInMs;
}

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
