import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LIMITS } from "../contract/limits.ts";

export const SESSION_TOKEN_PREFIX = "st_";
/** Allowed clock skew between processes of the service. */
const CLOCK_TOLERANCE_SECONDS = 60;

export interface DemoSession {
  readonly id: string;
  readonly expiresAt: Date;
  /** The key that began the session and pays for it; undefined for a session begun without one. */
  readonly keyId: string | undefined;
}

export type TokenCheck =
  | { readonly outcome: "valid"; readonly session: DemoSession }
  | { readonly outcome: "invalid_token" | "token_expired" };

/**
 * Creates the token of a new demo session: `st_id.expiry.signature`, or `st_id.expiry.key.signature` if a key began it; expiry
 * is Unix time in seconds.
 *
 * The token is signed, so checking it needs no database.
 */
export function issueToken(
  secret: string,
  nowMs: number,
  keyId?: string,
): { readonly token: string; readonly session: DemoSession } {
  const id = randomBytes(12).toString("base64url");
  const expirySeconds = Math.floor(nowMs / 1000) + LIMITS.sessionSeconds;
  const claims = [id, expirySeconds, ...(keyId === undefined ? [] : [keyId])].join(".");
  return {
    token: `${SESSION_TOKEN_PREFIX}${claims}.${sign(claims, secret)}`,
    session: { id, expiresAt: new Date(expirySeconds * 1000), keyId },
  };
}

/** Checks a session token's signature, then its expiry; one later than a new token's (plus clock skew) is invalid. */
export function checkToken(token: string, secret: string, nowMs: number): TokenCheck {
  const match = /^st_(([\w-]+)\.(\d+)(?:\.([\w-]+))?)\.([\w-]+)$/.exec(token);
  if (match === null) return { outcome: "invalid_token" };
  const [, claims = "", id = "", expirySeconds = "", keyId, signature = ""] = match;
  const expected = Buffer.from(sign(claims, secret));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    return { outcome: "invalid_token" };
  }
  const expiresAt = new Date(Number(expirySeconds) * 1000);
  if (expiresAt.getTime() <= nowMs) return { outcome: "token_expired" };
  const latestMs = nowMs + (LIMITS.sessionSeconds + CLOCK_TOLERANCE_SECONDS) * 1000;
  if (expiresAt.getTime() > latestMs) return { outcome: "invalid_token" };
  return { outcome: "valid", session: { id, expiresAt, keyId } };
}

function sign(claims: string, secret: string): string {
  return createHmac("sha256", secret).update(claims).digest("base64url");
}
