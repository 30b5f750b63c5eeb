import { randomBytes } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { limitsWith, type OwnLimits } from "./account-limits.ts";
import { hashSecret } from "./api-key.ts";
import { putDashboardKey } from "./dashboard-key.ts";
import type { AccountLimits } from "../contract/limits.ts";
import { reaching } from "./store-unavailable.ts";
import type { Account } from "./store.ts";

export const DASHBOARD_SESSION_SECONDS = 7 * 24 * 3600;

/** Somebody who is signed in to the dashboard. */
export interface SignedIn {
  readonly account: Account;
  readonly accountCreatedAt: Date;
  /** The key that what is done in the dashboard is counted by. */
  readonly keyId: string;
  readonly limits: AccountLimits;
}

/** Begins, finds and ends the sessions of the dashboard; every method rejects with StoreUnavailable when the database is away. */
export class DashboardSessions {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** Begins a session and returns the token for its cookie. */
  begin(accountId: string): Promise<string> {
    return reaching("accounts", this.#begin(accountId));
  }

  /** Says who a cookie's token belongs to; undefined when the session has ended. */
  find(token: string): Promise<SignedIn | undefined> {
    return reaching("accounts", this.#find(token));
  }

  async end(token: string): Promise<void> {
    const query = this.#db
      .deleteFrom("dashboard_sessions")
      .where("token_hash", "=", hashSecret(token));
    await reaching("accounts", query.execute());
  }

  /** Ends the sessions of an account, all but that of a token where one is given. */
  async endAll(accountId: string, exceptToken = ""): Promise<void> {
    const query = this.#db
      .deleteFrom("dashboard_sessions")
      .where("account_id", "=", accountId)
      .where("token_hash", "<>", hashSecret(exceptToken));
    await reaching("accounts", query.execute());
  }

  /** How many sessions of an account run. */
  async count(accountId: string): Promise<number> {
    const query = this.#db
      .selectFrom("dashboard_sessions")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("account_id", "=", accountId)
      .where("expires_at", ">", new Date());
    return (await reaching("accounts", query.executeTakeFirstOrThrow())).count;
  }

  async #begin(accountId: string): Promise<string> {
    const token = randomBytes(32).toString("base64url");
    const now = Date.now();
    await this.#db
      .deleteFrom("dashboard_sessions")
      .where("expires_at", "<", new Date(now))
      .execute();
    await this.#db
      .insertInto("dashboard_sessions")
      .values({
        token_hash: hashSecret(token),
        account_id: accountId,
        created_at: new Date(now),
        expires_at: new Date(now + DASHBOARD_SESSION_SECONDS * 1000),
      })
      .execute();
    return token;
  }

  async #find(token: string): Promise<SignedIn | undefined> {
    const row = await this.#db
      .selectFrom("dashboard_sessions")
      .innerJoin("accounts", "accounts.id", "dashboard_sessions.account_id")
      .leftJoin("api_keys", (join) =>
        join
          .onRef("api_keys.account_id", "=", "accounts.id")
          .on("api_keys.is_dashboard", "=", true),
      )
      .select(["accounts.id", "accounts.email", "accounts.created_at", "api_keys.id as key_id"])
      .select(
        sql<OwnLimits | null>`(
          select jsonb_object_agg(name, value) from account_limits
          where account_limits.account_id = accounts.id
        )`.as("own_limits"),
      )
      .where("token_hash", "=", hashSecret(token))
      .where("expires_at", ">", new Date())
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return {
      account: { id: row.id, email: row.email },
      accountCreatedAt: row.created_at,
      keyId: row.key_id ?? (await putDashboardKey(this.#db, row.id)),
      limits: limitsWith(row.own_limits),
    };
  }
}
