import { LIMITS } from "../../contract/limits.ts";
import type { SiteServices } from "../pages/site-services.ts";

/** A sign-in attempt that may go on. */
interface SignInAttempt {
  /** The delay before its password is checked. */
  readonly waitMs: number;
  /**
   * Takes it back where its password was right: it guessed nothing. So whoever signs in often, as probers at several places do,
   * is not refused. It still counts as one from its client.
   */
  forgive(): Promise<void>;
}

/**
 * Counts a sign-in attempt; undefined for a client with too many attempts.
 *
 * Many attempts at one address, from any clients, delay each further one: others cannot lock out somebody who knows the
 * password.
 */
export async function beginSignIn(
  { limits }: Pick<SiteServices, "limits">,
  client: string,
  email: string,
): Promise<SignInAttempt | undefined> {
  const subject = email.toLowerCase();
  const name = `sign-in ${client} ${subject}`;
  const ofClient = [
    [name, LIMITS.signInAttempts],
    [`sign-in from ${client}`, LIMITS.signInAttemptsPerAddress],
  ] as const;
  for (const [counted, limit] of ofClient) {
    if (!(await limits.count(counted, limit, LIMITS.attemptWindowSeconds)).allowed) {
      return undefined;
    }
  }
  const nameOfAll = `sign-in as ${subject}`;
  const ofAll = await limits.count(
    nameOfAll,
    LIMITS.signInAttemptsPerEmail,
    LIMITS.attemptWindowSeconds,
  );
  return {
    waitMs: ofAll.allowed ? 0 : LIMITS.slowedSignInMs,
    async forgive() {
      await limits.uncount(name);
      if (ofAll.allowed) await limits.uncount(nameOfAll);
    },
  };
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
