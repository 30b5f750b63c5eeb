import { randomBytes } from "node:crypto";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { limitsWith, type OwnLimits } from "./account-limits.ts";
import { displayPrefix, hashSecret } from "./api-key.ts";
import type { AccountLimits } from "../contract/limits.ts";

export interface Account {
  readonly id: string;
  readonly email: string;
}

export interface ListedAccount extends Account {
  readonly createdAt: Date;
  /** Keys that were not revoked. */
  readonly keys: number;
}

/** An API key without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface FoundKey extends ApiKey {
  readonly limits: AccountLimits;
}

const LAST_USED_EVERY_MS = 60_000;

export class AccountStore {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** Finds an account with its password's hash by e-mail address, in any case. */
  async findAccount(
    email: string,
  ): Promise<{ readonly account: Account; readonly passwordHash: string } | undefined> {
    const row = await this.#db
      .selectFrom("accounts")
      .selectAll()
      .where("email", "=", email.toLowerCase())
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return { account: { id: row.id, email: row.email }, passwordHash: row.password_hash };
  }

  /** Makes the account of an e-mail address, or gives the one that is there the password's hash. */
  async putAccount(email: string, passwordHash: string): Promise<Account> {
    const row = await this.#db
      .insertInto("accounts")
      .values(newAccount(email, passwordHash))
      .onConflict((conflict) =>
        conflict.column("email").doUpdateSet({ password_hash: passwordHash }),
      )
      .returning(["id", "email"])
      .executeTakeFirstOrThrow();
    return row;
  }

  /** Makes an account; undefined when the e-mail address has one. */
  async createAccount(email: string, passwordHash: string): Promise<Account | undefined> {
    return this.#db
      .insertInto("accounts")
      .values(newAccount(email, passwordHash))
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning(["id", "email"])
      .executeTakeFirst();
  }

  async setPassword(accountId: string, passwordHash: string): Promise<void> {
    await this.#db
      .updateTable("accounts")
      .set({ password_hash: passwordHash })
      .where("id", "=", accountId)
      .execute();
  }

  /** Every account, by e-mail address, with how many keys it has that were not revoked. */
  async listAccounts(): Promise<readonly ListedAccount[]> {
    return this.#db
      .selectFrom("accounts")
      .leftJoin("api_keys", (join) =>
        join
          .onRef("api_keys.account_id", "=", "accounts.id")
          .on("api_keys.revoked_at", "is", null)
          .on("api_keys.is_dashboard", "=", false),
      )
      .select(["accounts.id", "accounts.email", "accounts.created_at as createdAt"])
      .select(({ fn }) => fn.count<number>("api_keys.id").as("keys"))
      .groupBy("accounts.id")
      .orderBy("accounts.email")
      .execute();
  }

  /** Adds a key to an account, or undefined when the key is there; that stays as it is, revoked or not. */
  async addKey(accountId: string, key: string, name: string): Promise<ApiKey | undefined> {
    const row = await this.#db
      .insertInto("api_keys")
      .values({
        id: newId("key"),
        account_id: accountId,
        name,
        prefix: displayPrefix(key),
        hash: hashSecret(key),
        is_dashboard: false,
        created_at: new Date(),
        last_used_at: null,
        revoked_at: null,
      })
      .onConflict((conflict) => conflict.column("hash").doNothing())
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? undefined : apiKey(row);
  }

  async findKey(hash: string): Promise<FoundKey | undefined> {
    const row = await this.#db
      .selectFrom("api_keys")
      .selectAll()
      .select(ownLimitsOf(sql.ref("api_keys.account_id")))
      .where("hash", "=", hash)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return { ...apiKey(row), limits: limitsWith(row.own_limits) };
  }

  /** The keys of an account, newest first. */
  async keysOf(accountId: string): Promise<readonly ApiKey[]> {
    const rows = await this.#db
      .selectFrom("api_keys")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("is_dashboard", "=", false)
      .orderBy("created_at", "desc")
      .execute();
    return rows.map(apiKey);
  }

  /** Takes a key out of use at once and for good; false when the account has no such key in use. */
  async revokeKey(accountId: string, keyId: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable("api_keys")
      .set({ revoked_at: new Date() })
      .where("id", "=", keyId)
      .where("account_id", "=", accountId)
      .where("is_dashboard", "=", false)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Notes that a key was used; written at most once a minute, by whichever replica is first. */
  async noteUse(keyId: string, now: Date): Promise<void> {
    await this.#db
      .updateTable("api_keys")
      .set({ last_used_at: now })
      .where("id", "=", keyId)
      .where((where) =>
        where.or([
          where("last_used_at", "is", null),
          where("last_used_at", "<", new Date(now.getTime() - LAST_USED_EVERY_MS)),
        ]),
      )
      .execute();
  }

  /** The secret of a name that all replicas share; made when it is missing. */
  async sharedSecret(name: string): Promise<string> {
    await this.#db
      .insertInto("secrets")
      .values({ name, value: randomBytes(32).toString("base64url") })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const { value } = await this.#db
      .selectFrom("secrets")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return value;
  }

  /** Rejects when the database does not answer. */
  async ping(): Promise<void> {
    await this.#db.selectFrom("secrets").select("name").limit(1).execute();
  }
}

/** Makes an identifier: what it names, and 96 random bits. */
export function newId(kind: string): string {
  return `${kind}_${randomBytes(12).toString("hex")}`;
}

/** The limits that an account has of its own, as a column of a query: `own_limits`. */
export function ownLimitsOf(accountId: RawBuilder<unknown>) {
  return sql<OwnLimits | null>`(
    select jsonb_object_agg(name, value) from account_limits where account_id = ${accountId}
  )`.as("own_limits");
}

function newAccount(email: string, passwordHash: string): ServiceDatabase["accounts"] {
  return {
    id: newId("acct"),
    email: email.toLowerCase(),
    password_hash: passwordHash,
    created_at: new Date(),
  };
}

function apiKey(row: ServiceDatabase["api_keys"]): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
