import { randomSecret } from "#runtime/random-secret.ts";
import { MINUTE_MS } from "#units/time.ts";
import type { Database } from "#migrations/status/schema.ts";
import type { VisitSecrets } from "#openid/provider.ts";
import { hashOf } from "./sessions.ts";

/** Data of a browser's visit to the provider, needed when it returns. */
export interface Visit extends VisitSecrets {
  /** The page to open then. */
  readonly next: string;
}

const VISIT_MS = 10 * MINUTE_MS;

/** Stores that a browser goes to the provider; returns the value of its cookie. */
export async function beginVisit(db: Database, visit: Visit, nowMs: number): Promise<string> {
  const token = randomSecret();
  const { state, nonce, codeVerifier, next } = visit;
  await db.deleteFrom("console_visits").where("expires_at", "<", new Date(nowMs)).execute();
  await db
    .insertInto("console_visits")
    .values({
      token_hash: hashOf(token),
      state,
      nonce,
      code_verifier: codeVerifier,
      next,
      expires_at: new Date(nowMs + VISIT_MS),
    })
    .execute();
  return token;
}

/** Ends the visit of a cookie and returns it; undefined where it has expired, ended before, or never existed. */
export async function endVisit(
  db: Database,
  token: string | undefined,
  nowMs: number,
): Promise<Visit | undefined> {
  if (token === undefined) return undefined;
  const row = await db
    .deleteFrom("console_visits")
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", new Date(nowMs))
    .returning(["state", "nonce", "code_verifier", "next"])
    .executeTakeFirst();
  return row && { ...row, codeVerifier: row.code_verifier };
}
