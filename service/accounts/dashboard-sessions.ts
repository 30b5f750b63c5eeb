import { randomSecret } from "#runtime/random-secret.ts";
import { WEEK_SECONDS } from "#units/time.ts";
import { sql, type Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { limitsWith } from "./account-limits.ts";
import { hashSecret } from "./api-key.ts";
import { browserName, type BrowserName } from "./browser-name.ts";
import { LIMITS, type AccountLimits } from "../contract/limits.ts";
import { personOf, type Person } from "./people.ts";
import type { Role } from "./roles.ts";
import { reaching } from "./store-unavailable.ts";
import { LAST_USED_EVERY_MS, newId, ownLimitsOf, type Account } from "./store.ts";

export const DASHBOARD_SESSION_SECONDS = WEEK_SECONDS;

/** A person who is let in, and the account they see. */
export interface Entrant {
  readonly personId: string;
  readonly accountId: string;
}

/** A session as listed for its person. */
export interface ListedSession {
  readonly id: string;
  readonly browser: BrowserName;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** Whether it is the session of the current request. */
  readonly isThis: boolean;
}

export interface SignedIn {
  readonly sessionId: string;
  readonly person: Person;
  /** The account that is shown. */
  readonly account: Account;
  /** The person's role in the account. */
  readonly role: Role;
  readonly accountCreatedAt: Date;
  /** The key that usage in the dashboard is counted for. */
  readonly keyId: string;
  readonly limits: AccountLimits;
}

/** Begins, finds and ends dashboard sessions; every method rejects with StoreUnavailable when the database is unavailable. */
export class DashboardSessions {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** Begins a session and returns the token for its cookie; `userAgent` is what the browser calls itself. */
  begin(entrant: Entrant, userAgent: string): Promise<string> {
    return reaching("accounts", this.#begin(entrant, userAgent));
  }

  /** Returns whom a cookie's token belongs to; undefined when the session has ended. */
  find(token: string): Promise<SignedIn | undefined> {
    return reaching("accounts", this.#find(token));
  }

  async end(token: string): Promise<void> {
    const query = this.#db
      .deleteFrom("dashboard_sessions")
      .where("token_hash", "=", hashSecret(token));
    await reaching("accounts", query.execute());
  }

  /** Ends all sessions of a person except that of `exceptToken`. */
  async endAll(personId: string, exceptToken = ""): Promise<void> {
    const query = this.#db
      .deleteFrom("dashboard_sessions")
      .where("person_id", "=", personId)
      .where("token_hash", "<>", hashSecret(exceptToken));
    await reaching("accounts", query.execute());
  }

  /** Switches a session to another account; one that its person is not a member of ends the session. */
  async show(sessionId: string, accountId: string): Promise<void> {
    const query = this.#db
      .updateTable("dashboard_sessions")
      .set({ account_id: accountId })
      .where("id", "=", sessionId);
    await reaching("accounts", query.execute());
  }

  /** Ends a session of a person by its id. */
  async endOne(personId: string, sessionId: string): Promise<void> {
    const query = this.#db
      .deleteFrom("dashboard_sessions")
      .where("person_id", "=", personId)
      .where("id", "=", sessionId);
    await reaching("accounts", query.execute());
  }

  /** Returns the sessions of a person, last used first. */
  async list({ person, sessionId }: SignedIn): Promise<readonly ListedSession[]> {
    const query = this.#db
      .selectFrom("dashboard_sessions")
      .select(["id", "user_agent", "created_at", "last_used_at"])
      .where("person_id", "=", person.id)
      .where("expires_at", ">", new Date())
      .orderBy("last_used_at", "desc");
    const rows = await reaching("accounts", query.execute());
    return rows.map((row) => ({
      id: row.id,
      browser: browserName(row.user_agent),
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      isThis: row.id === sessionId,
    }));
  }

  async #begin({ personId, accountId }: Entrant, userAgent: string): Promise<string> {
    const token = randomSecret();
    const now = Date.now();
    await this.#db
      .deleteFrom("dashboard_sessions")
      .where("expires_at", "<", new Date(now))
      .execute();
    await this.#db
      .insertInto("dashboard_sessions")
      .values({
        token_hash: hashSecret(token),
        id: newId("session"),
        person_id: personId,
        account_id: accountId,
        user_agent: userAgent.slice(0, LIMITS.userAgentCharacters),
        created_at: new Date(now),
        last_used_at: new Date(now),
        expires_at: new Date(now + DASHBOARD_SESSION_SECONDS * 1000),
      })
      .execute();
    await this.#endOldest(personId);
    return token;
  }

  /** Ends a person's sessions beyond the maximum, least recently used first. */
  async #endOldest(personId: string): Promise<void> {
    const kept = this.#db
      .selectFrom("dashboard_sessions")
      .select("id")
      .where("person_id", "=", personId)
      .orderBy("last_used_at", "desc")
      .limit(LIMITS.sessionsPerPerson);
    await this.#db
      .deleteFrom("dashboard_sessions")
      .where("person_id", "=", personId)
      .where("id", "not in", kept)
      .execute();
  }

  async #noteUse(sessionId: string, lastUsedAt: Date): Promise<void> {
    const now = new Date();
    if (now.getTime() - lastUsedAt.getTime() < LAST_USED_EVERY_MS) return;
    await this.#db
      .updateTable("dashboard_sessions")
      .set({ last_used_at: now })
      .where("id", "=", sessionId)
      .execute();
  }

  async #find(token: string): Promise<SignedIn | undefined> {
    const row = await this.#db
      .selectFrom("dashboard_sessions")
      .innerJoin("accounts", "accounts.id", "dashboard_sessions.account_id")
      .innerJoin("people", "people.id", "dashboard_sessions.person_id")
      .innerJoin("members", (join) =>
        join
          .onRef("members.account_id", "=", "accounts.id")
          .onRef("members.person_id", "=", "people.id"),
      )
      .leftJoin("api_keys", (join) =>
        join
          .onRef("api_keys.account_id", "=", "accounts.id")
          .on("api_keys.is_dashboard", "=", true),
      )
      .select(["accounts.id", "accounts.email", "accounts.created_at", "api_keys.id as key_id"])
      .select(["dashboard_sessions.id as session_id", "dashboard_sessions.last_used_at"])
      .select("members.role")
      .select(["people.id as person_id", "people.email as person_email"])
      .select(["people.password_hash", "people.email_confirmed_at"])
      .select(ownLimitsOf(sql.ref("accounts.id")))
      .where("token_hash", "=", hashSecret(token))
      .where("expires_at", ">", new Date())
      .executeTakeFirst();
    if (row === undefined) return undefined;
    await this.#noteUse(row.session_id, row.last_used_at);
    return {
      sessionId: row.session_id,
      person: personOf({ ...row, id: row.person_id, email: row.person_email }),
      account: { id: row.id, email: row.email },
      role: row.role as Role,
      accountCreatedAt: row.created_at,
      keyId: row.key_id ?? (await putDashboardKey(this.#db, row.id)),
      limits: limitsWith(row.own_limits),
    };
  }
}

/** Creates the row of `api_keys` that stands for an account's dashboard if it is missing, and returns its id: `dashboard_…`. */
async function putDashboardKey(db: Kysely<ServiceDatabase>, accountId: string): Promise<string> {
  await db
    .insertInto("api_keys")
    .values({
      id: newId("dashboard"),
      account_id: accountId,
      name: "dashboard",
      prefix: "",
      // No secret has this as its SHA-256.
      hash: `dashboard of ${accountId}`,
      is_dashboard: true,
      created_at: new Date(),
      last_used_at: null,
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await db
    .selectFrom("api_keys")
    .select("id")
    .where("account_id", "=", accountId)
    .where("is_dashboard", "=", true)
    .executeTakeFirstOrThrow();
  return id;
}
