import { createHash, randomBytes } from "node:crypto";
import type { Database } from "#migrations/status/schema.ts";
import type { ConsoleRole } from "../settings/console-people.ts";

/** Somebody who is signed in, and what they may do. */
export interface ConsoleSession {
  readonly person: string;
  readonly role: ConsoleRole;
}

const hourMs = 60 * 60_000;

export const sessionLimits = {
  /** A session is over after so long, and after so long without a page. */
  mostMs: 12 * hourMs,
  idleMs: hourMs,
  /** The oldest makes room for one more. */
  most: 100,
};
/** How exactly it is known when a session was last used. */
const USED_EVERY_MS = 60_000;
const TOKEN_BYTES = 32;

/** Begins a session; returns what the cookie is to have, which nobody else knows. */
export async function beginSession(
  db: Database,
  { person, role }: ConsoleSession,
  nowMs: number,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const now = new Date(nowMs);
  const row = { token_hash: hashOf(token), person, role, created_at: now, used_at: now };
  await db.insertInto("console_sessions").values(row).execute();
  await forgetSessions(db, nowMs);
  return token;
}

/** Finds the session of a cookie, and notes that it was used; undefined where it is over or never was. */
export async function findSession(
  db: Database,
  token: string | undefined,
  nowMs: number,
): Promise<ConsoleSession | undefined> {
  if (token === undefined || token === "") return undefined;
  const hash = hashOf(token);
  const row = await db
    .selectFrom("console_sessions")
    .selectAll()
    .where("token_hash", "=", hash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const idleMs = nowMs - row.used_at.getTime();
  if (idleMs > sessionLimits.idleMs || nowMs - row.created_at.getTime() > sessionLimits.mostMs) {
    await endSession(db, token);
    return undefined;
  }
  if (idleMs > USED_EVERY_MS) {
    const used = { used_at: new Date(nowMs) };
    await db.updateTable("console_sessions").set(used).where("token_hash", "=", hash).execute();
  }
  return { person: row.person, role: row.role };
}

export async function endSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom("console_sessions").where("token_hash", "=", hashOf(token)).execute();
}

/** Deletes what is over, and of the rest all but the newest. */
async function forgetSessions(db: Database, nowMs: number): Promise<void> {
  const before = (ms: number) => new Date(nowMs - ms);
  await db
    .deleteFrom("console_sessions")
    .where((is) =>
      is.or([
        is("created_at", "<", before(sessionLimits.mostMs)),
        is("used_at", "<", before(sessionLimits.idleMs)),
        is("token_hash", "in", (all) =>
          all
            .selectFrom("console_sessions as newer")
            .select("newer.token_hash")
            .orderBy("newer.created_at", "desc")
            .offset(sessionLimits.most),
        ),
      ]),
    )
    .execute();
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
