import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { hashSecret } from "./api-key.ts";
import { hashPassword, isPassword } from "./password.ts";
import { reaching } from "./store-unavailable.ts";
import type { Account, AccountStore } from "./store.ts";

export const DASHBOARD_SESSION_SECONDS = 7 * 24 * 3600;

/** Signs people in to the dashboard and out again; every method rejects with StoreUnavailable when the database is away. */
export class SignIn {
  readonly #db: Kysely<ServiceDatabase>;
  readonly #accounts: AccountStore;
  /** Compared when there is no such account, so that the time taken does not tell. */
  readonly #nobodysHash = hashPassword(randomBytes(16).toString("hex"));

  constructor(db: Kysely<ServiceDatabase>, accounts: AccountStore) {
    this.#db = db;
    this.#accounts = accounts;
  }

  /** Returns the token for the session cookie, or undefined when e-mail and password do not belong together. */
  signIn(email: string, password: string): Promise<string | undefined> {
    return reaching("accounts", this.#signIn(email, password));
  }

  /** The account that a session cookie belongs to. */
  accountOf(token: string): Promise<Account | undefined> {
    const query = this.#db
      .selectFrom("dashboard_sessions")
      .innerJoin("accounts", "accounts.id", "dashboard_sessions.account_id")
      .select(["accounts.id", "accounts.email"])
      .where("token_hash", "=", hashSecret(token))
      .where("expires_at", ">", new Date());
    return reaching("accounts", query.executeTakeFirst());
  }

  async signOut(token: string): Promise<void> {
    const query = this.#db
      .deleteFrom("dashboard_sessions")
      .where("token_hash", "=", hashSecret(token));
    await reaching("accounts", query.execute());
  }

  async #signIn(email: string, password: string): Promise<string | undefined> {
    const found = await this.#accounts.findAccount(email);
    const matches = await isPassword(password, found?.passwordHash ?? (await this.#nobodysHash));
    if (found === undefined || !matches) return undefined;
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
        account_id: found.account.id,
        created_at: new Date(now),
        expires_at: new Date(now + DASHBOARD_SESSION_SECONDS * 1000),
      })
      .execute();
    return token;
  }
}
