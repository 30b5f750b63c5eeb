import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Database } from "#migrations/status/schema.ts";
import { type ConsolePeople, type ConsoleRole, roleOf } from "../settings/console-people.ts";

/** Somebody who is signed in, and what they may do. */
export interface ConsoleSession {
  readonly person: string;
  readonly role: ConsoleRole;
}

const HOUR_MS = 60 * 60_000;

export const SESSION_LIMITS = {
  /** A session is over after so long, and after so long without a page. */
  maxMs: 12 * HOUR_MS,
  idleMs: HOUR_MS,
  /** The oldest makes room for one more. */
  most: 100,
};
/** How exactly it is known when a session was last used. */
const USED_EVERY_MS = 60_000;
const TOKEN_BYTES = 32;

/** Who may be at the console now. */
export interface ConsoleDoors {
  /** The tokens of the admin API; none until they are known. */
  readonly adminTokens: readonly string[];
  /** Who has which role by the OpenID provider; undefined without one. */
  readonly people: ConsolePeople | undefined;
}

/**
 * Begins a session of a person whom the provider vouches for, or who has `adminToken`; returns what the cookie is to have, which
 * nobody else knows.
 */
export async function beginSession(
  db: Database,
  { person, adminToken }: { readonly person: string; readonly adminToken?: string },
  nowMs: number,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const now = new Date(nowMs);
  const admin_token_proof = adminToken === undefined ? null : proofOf(adminToken, token);
  const row = {
    token_hash: hashOf(token),
    person,
    admin_token_proof,
    created_at: now,
    used_at: now,
  };
  await db.insertInto("console_sessions").values(row).execute();
  await forgetSessions(db, nowMs);
  return token;
}

/**
 * Finds the session of a cookie with the role that its person has now, and notes that it was used; undefined where it is over,
 * never was, or nothing lets its person in any more.
 */
export async function findSession(
  db: Database,
  token: string | undefined,
  doors: ConsoleDoors,
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
  const isOld =
    idleMs > SESSION_LIMITS.idleMs || nowMs - row.created_at.getTime() > SESSION_LIMITS.maxMs;
  // Before the database was reached, nobody can say whether the token is still the same.
  if (row.admin_token_proof !== null && doors.adminTokens.length === 0) return undefined;
  const role = isOld ? undefined : roleNow(row.person, row.admin_token_proof, token, doors);
  if (role === undefined) {
    await endSession(db, token);
    return undefined;
  }
  if (idleMs > USED_EVERY_MS) {
    const used = { used_at: new Date(nowMs) };
    await db.updateTable("console_sessions").set(used).where("token_hash", "=", hash).execute();
  }
  return { person: row.person, role };
}

function roleNow(
  person: string,
  proof: string | null,
  token: string,
  { adminTokens, people }: ConsoleDoors,
): ConsoleRole | undefined {
  if (proof === null) return people && roleOf(person, people);
  return adminTokens.some((one) => proof === proofOf(one, token)) ? "admin" : undefined;
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
        is("created_at", "<", before(SESSION_LIMITS.maxMs)),
        is("used_at", "<", before(SESSION_LIMITS.idleMs)),
        is("token_hash", "in", (all) =>
          all
            .selectFrom("console_sessions as newer")
            .select("newer.token_hash")
            .orderBy("newer.created_at", "desc")
            .offset(SESSION_LIMITS.most),
        ),
      ]),
    )
    .execute();
}

/** Whoever reads the database learns nothing of the admin token by it, nor can try guesses: what the cookie has is not there. */
function proofOf(adminToken: string, token: string): string {
  return createHmac("sha256", token).update(adminToken).digest("hex");
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
