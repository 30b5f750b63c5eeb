import { MINUTE_MS } from "#units/time.ts";
import { randomSecret } from "#runtime/random-secret.ts";
import { randomBytes } from "node:crypto";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { within } from "#database/within.ts";
import { limitsWith, type OwnLimits } from "./account-limits.ts";
import { displayPrefix, hashSecret } from "./api-key.ts";
import type { AccountLimits } from "../contract/limits.ts";
import type { Role } from "./roles.ts";

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

/** How a key was made: by a person in the dashboard, by `npm run accounts`, or at the start of the service. */
export type KeyMaker =
  | { readonly in: "dashboard"; readonly personId: string }
  | { readonly in: "command" | "start" };

/** A key, and who made it. */
export interface ListedKey extends ApiKey {
  /** Null for keys that were made before this was kept. */
  readonly madeIn: KeyMaker["in"] | null;
  /** The e-mail address of the person who made it in the dashboard; null where nobody did, or the person has left. */
  readonly madeBy: string | null;
}

export interface FoundKey extends ApiKey {
  readonly limits: AccountLimits;
}

/** Load balancers wait a second or two for an answer. */
const ANSWERS_WITHIN_MS = 1_000;
/** When a key or a session was last used is written at most this often. */
export const LAST_USED_EVERY_MS = MINUTE_MS;

export class AccountStore {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** Finds an account by the e-mail address that it was made for, in any case. */
  async findAccount(email: string): Promise<Account | undefined> {
    return this.#db
      .selectFrom("accounts")
      .select(["id", "email"])
      .where("email", "=", email.toLowerCase())
      .executeTakeFirst();
  }

  /** Creates the account of an e-mail address and its owner, or sets the password hash of the existing owner. */
  async putAccount(email: string, passwordHash: string): Promise<Account> {
    const { account, person } = newAccount(email, passwordHash, null);
    const { id: personId } = await this.#db
      .insertInto("people")
      .values(person)
      .onConflict((conflict) =>
        conflict.column("email").doUpdateSet({ password_hash: passwordHash }),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    const put = await this.#db
      .insertInto("accounts")
      .values(account)
      .onConflict((conflict) => conflict.column("email").doUpdateSet({ email: account.email }))
      .returning(["id", "email"])
      .executeTakeFirstOrThrow();
    await this.#db
      .insertInto("members")
      .values({ ...ownerOf(account), account_id: put.id, person_id: personId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return put;
  }

  /** Creates an account and its owner; undefined when the e-mail address is taken. */
  async createAccount(
    email: string,
    passwordHash: string | null,
    confirmedAt: Date | null = null,
  ): Promise<(Account & { readonly personId: string }) | undefined> {
    const { account, person } = newAccount(email, passwordHash, confirmedAt);
    // One statement, so that it succeeds or fails as a whole in any transaction.
    const made = await this.#db
      .with("person", (db) =>
        db
          .insertInto("people")
          .values(person)
          .onConflict((conflict) => conflict.column("email").doNothing())
          .returning("id"),
      )
      .with("account", (db) =>
        db
          .insertInto("accounts")
          .columns(["id", "email", "created_at"])
          .expression((build) =>
            build
              .selectFrom("person")
              .select([
                build.val(account.id).as("id"),
                build.val(account.email).as("email"),
                sql<Date>`${account.created_at}::timestamptz`.as("created_at"),
              ]),
          )
          .returning(["id", "email"]),
      )
      .insertInto("members")
      .columns(["account_id", "person_id", "role", "created_at"])
      .expression((build) =>
        build
          .selectFrom(["person", "account"])
          .select([
            "account.id",
            "person.id as person_id",
            sql<Role>`${"owner" satisfies Role}::text`.as("role"),
            sql<Date>`${account.created_at}::timestamptz`.as("created_at"),
          ]),
      )
      .returning("person_id")
      .executeTakeFirst();
    if (made === undefined) return undefined;
    return { id: account.id, email: account.email, personId: made.person_id };
  }

  /** Returns all accounts by e-mail address, with the number of their keys that were not revoked. */
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

  /** Adds a key to an account; undefined when the key exists, which is left as it is, revoked or not. */
  async addKey(
    accountId: string,
    key: string,
    name: string,
    maker?: KeyMaker,
  ): Promise<ApiKey | undefined> {
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
        made_in: maker?.in ?? null,
        made_by: maker?.in === "dashboard" ? maker.personId : null,
        last_used_at: null,
        revoked_at: null,
      })
      .onConflict((conflict) => conflict.column("hash").doNothing())
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? undefined : apiKey(row);
  }

  findKey(hash: string): Promise<FoundKey | undefined> {
    return this.#findKey("hash", hash);
  }

  findKeyById(id: string): Promise<FoundKey | undefined> {
    return this.#findKey("id", id);
  }

  async #findKey(column: "hash" | "id", value: string): Promise<FoundKey | undefined> {
    const row = await this.#db
      .selectFrom("api_keys")
      .selectAll()
      .select(ownLimitsOf(sql.ref("api_keys.account_id")))
      .where(column, "=", value)
      .executeTakeFirst();
    return row && { ...apiKey(row), limits: limitsWith(row.own_limits) };
  }

  /** Returns the keys of an account, newest first. */
  async keysOf(accountId: string): Promise<readonly ListedKey[]> {
    const rows = await this.#db
      .selectFrom("api_keys")
      .leftJoin("people", "people.id", "api_keys.made_by")
      .selectAll("api_keys")
      .select("people.email as maker_email")
      .where("api_keys.account_id", "=", accountId)
      .where("api_keys.is_dashboard", "=", false)
      .orderBy("api_keys.created_at", "desc")
      .execute();
    return rows.map((row) => ({
      ...apiKey(row),
      madeIn: row.made_in as KeyMaker["in"] | null,
      madeBy: row.maker_email,
    }));
  }

  /** Revokes a key at once and permanently; false when the account has no such key in use. */
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

  /** Revokes the keys of an account that have this name and are not in `kept`; returns how many were revoked. */
  async revokeOthers(accountId: string, name: string, kept: readonly string[]): Promise<number> {
    const { numUpdatedRows } = await this.#db
      .updateTable("api_keys")
      .set({ revoked_at: new Date() })
      .where("account_id", "=", accountId)
      .where("name", "=", name)
      .where("is_dashboard", "=", false)
      .where("revoked_at", "is", null)
      .where("hash", "not in", kept.map(hashSecret))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }

  /** Records that a key was used; written at most once a minute, by whichever replica is first. */
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

  /** Returns the secret of a name that all replicas share; creates it if it is missing. */
  async sharedSecret(name: string): Promise<string> {
    await this.#db
      .insertInto("secrets")
      .values({ name, value: randomSecret() })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const { value } = await this.#db
      .selectFrom("secrets")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return value;
  }

  /** Rejects when the database does not answer within a second, because callers wait no longer. */
  async ping(): Promise<void> {
    const query = this.#db.selectFrom("secrets").select("name").limit(1).execute();
    await within(ANSWERS_WITHIN_MS, query);
  }
}

/** Creates an identifier: its kind and 96 random bits. */
export function newId(kind: string): string {
  return `${kind}_${randomBytes(12).toString("hex")}`;
}

/** Returns the limits set for an account as a query column: `own_limits`. */
export function ownLimitsOf(accountId: RawBuilder<unknown>) {
  return sql<OwnLimits | null>`(
    select jsonb_object_agg(name, value) from account_limits where account_id = ${accountId}
  )`.as("own_limits");
}

/** Creates the rows of an account and of the person whom it is for. */
function newAccount(email: string, passwordHash: string | null, confirmedAt: Date | null) {
  const account: ServiceDatabase["accounts"] = {
    id: newId("acct"),
    email: email.toLowerCase(),
    created_at: new Date(),
  };
  const person: ServiceDatabase["people"] = {
    ...account,
    id: newId("person"),
    password_hash: passwordHash,
    email_confirmed_at: confirmedAt,
  };
  return { account, person };
}

function ownerOf({ created_at }: ServiceDatabase["accounts"]) {
  return { role: "owner" satisfies Role, created_at };
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
