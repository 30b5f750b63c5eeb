import { randomSecret } from "#runtime/random-secret.ts";
import { HOUR_MS } from "#units/time.ts";
import { createHash, createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { roleOf } from "../settings/console-people.ts";
import type { ConsoleContext, ConsoleSession } from "./console-context.ts";

export const SESSION_COOKIE = "console";

export const SESSION_LIMITS = {
  /** A session ends after `maxMs`, and after `idleMs` without use. */
  maxMs: 12 * HOUR_MS,
  idleMs: HOUR_MS,
  /** The maximum number of sessions; beyond it, the oldest ends. */
  max: 100,
};
/** `used_at` is written at most this often. */
const USED_EVERY_MS = 60_000;
/** Length of a session's hash in the audit log: enough to distinguish sessions, and no way to the cookie. */
const SHOWN_CHARACTERS = 8;

/**
 * Begins a session of a person whom the provider has verified, or who has `adminToken`; returns the value of the cookie, which
 * is stored only as a hash.
 */
export async function beginSession(
  db: Database,
  { person, adminToken }: { readonly person: string; readonly adminToken?: string },
  nowMs: number,
): Promise<string> {
  const token = randomSecret();
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
 * Returns the session of a request with the current role of its person, and records its use; undefined where the session has
 * ended or never existed, or its person has no access any more.
 */
export async function findSession(
  request: FastifyRequest,
  context: ConsoleContext,
): Promise<ConsoleSession | undefined> {
  const { db, door } = context;
  const token = cookieOf(request, SESSION_COOKIE);
  if (token === undefined || token === "") return undefined;
  const nowMs = context.nowMs();
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
  // Until the database has been reached, it is unknown whether the token is still the same.
  if (row.admin_token_proof !== null && door.tokens.length === 0) return undefined;
  const standing = isOld
    ? undefined
    : standingOf(row.person, row.admin_token_proof, token, context);
  if (standing === undefined) {
    await endSession(db, token);
    return undefined;
  }
  if (idleMs > USED_EVERY_MS) {
    const used = { used_at: new Date(nowMs) };
    await db.updateTable("console_sessions").set(used).where("token_hash", "=", hash).execute();
  }
  const { role, vouchedBy } = standing;
  const session = hash.slice(0, SHOWN_CHARACTERS);
  return { person: row.person, role, vouchedBy: `${vouchedBy}, session ${session}` };
}

/** Returns the role that a person has now, and by what; undefined without a role. */
function standingOf(
  person: string,
  proof: string | null,
  token: string,
  { door, signIn }: ConsoleContext,
): Omit<ConsoleSession, "person"> | undefined {
  if (proof === null) {
    const role = signIn && roleOf(person, signIn.people);
    return role && { role, vouchedBy: signIn.provider.issuer };
  }
  const adminToken = door.tokens.find((one) => proof === proofOf(one, token));
  const vouchedBy = adminToken && door.settingOf(`Bearer ${adminToken}`);
  return vouchedBy === undefined ? undefined : { role: "admin", vouchedBy };
}

export async function endSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom("console_sessions").where("token_hash", "=", hashOf(token)).execute();
}

/** Deletes sessions that have ended, and the oldest ones beyond the maximum. */
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
            .offset(SESSION_LIMITS.max),
        ),
      ]),
    )
    .execute();
}

/**
 * Returns a proof of the admin token that reveals nothing to a reader of the database: guesses cannot be tested without the
 * value of the cookie, which is not stored.
 */
function proofOf(adminToken: string, token: string): string {
  return createHmac("sha256", token).update(adminToken).digest("hex");
}

/** Returns the options of a cookie of the console, whose public URL is `url`. */
export function cookieOptions(path: string, url: string | undefined) {
  return {
    path,
    httpOnly: true,
    // Not `strict`, so that a link to a run works from elsewhere; forms of other sites are refused by their headers.
    sameSite: "lax",
    secure: url?.startsWith("https:") ?? false,
  } as const;
}

/** Returns the value of a cookie of a request; undefined where it sends none. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[name];
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
