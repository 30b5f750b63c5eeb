import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LIMITS } from "../contract/limits.ts";

export const SESSION_TOKEN_PREFIX = "st_";
/** How far the clocks of two processes of one service may be apart. */
const CLOCK_TOLERANCE_SECONDS = 60;

export interface DemoSession {
  readonly id: string;
  readonly expiresAt: Date;
  /** The key that began it and pays for it; undefined for one that was begun without. */
  readonly keyId: string | undefined;
}

export type TokenCheck =
  | { readonly outcome: "valid"; readonly session: DemoSession }
  | { readonly outcome: "invalid_token" | "token_expired" };

/**
 * Makes the token of a new demo session: `st_id.expiry.signature`, or `st_id.expiry.key.signature` for
 * one that a key began, where expiry is in seconds since 1970.
 *
 * It is signed, so checking it needs no database.
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

/** Checks a session token's signature, then its expiry, which may be no further away than a new token's. */
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
