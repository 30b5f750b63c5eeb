import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LIMITS } from "../contract/limits.ts";

export const SESSION_TOKEN_PREFIX = "st_";

export interface DemoSession {
  readonly id: string;
  readonly expiresAt: Date;
}

export type TokenCheck =
  | { readonly outcome: "valid"; readonly session: DemoSession }
  | { readonly outcome: "invalid_token" | "token_expired" };

/**
 * Makes the token of a new demo session: `st_id.expiry.signature`, where expiry is in seconds since 1970.
 *
 * It is signed, so checking it needs no database.
 */
export function issueToken(
  secret: string,
  nowMs: number,
): { readonly token: string; readonly session: DemoSession } {
  const id = randomBytes(12).toString("base64url");
  const expirySeconds = Math.floor(nowMs / 1000) + LIMITS.sessionSeconds;
  const claims = `${id}.${expirySeconds}`;
  return {
    token: `${SESSION_TOKEN_PREFIX}${claims}.${sign(claims, secret)}`,
    session: { id, expiresAt: new Date(expirySeconds * 1000) },
  };
}

/** Checks a session token's signature, then its expiry. */
export function checkToken(token: string, secret: string, nowMs: number): TokenCheck {
  const match = /^st_([\w-]+)\.(\d+)\.([\w-]+)$/.exec(token);
  if (match === null) return { outcome: "invalid_token" };
  const [, id = "", expirySeconds = "", signature = ""] = match;
  const expected = Buffer.from(sign(`${id}.${expirySeconds}`, secret));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    return { outcome: "invalid_token" };
  }
  const expiresAt = new Date(Number(expirySeconds) * 1000);
  if (expiresAt.getTime() <= nowMs) return { outcome: "token_expired" };
  return { outcome: "valid", session: { id, expiresAt } };
}

function sign(claims: string, secret: string): string {
  return createHmac("sha256", secret).update(claims).digest("base64url");
}
