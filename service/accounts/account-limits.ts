import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import {
  limitJson,
  LIMITS,
  type AccountLimitName,
  type AccountLimits,
} from "../contract/limits.ts";

/** Limits that an account has of its own; null is no limit. */
export type OwnLimits = Readonly<Record<string, number | null>>;

export function limitsWith(own: OwnLimits | null): AccountLimits {
  const known = Object.entries(own ?? {})
    .filter(([name]) => isAccountLimitName(name))
    .map(([name, value]) => [name, value ?? Infinity]);
  return { ...LIMITS.account, ...Object.fromEntries(known) };
}

export function isAccountLimitName(name: string): name is AccountLimitName {
  return Object.hasOwn(LIMITS.account, name);
}

/** Reads and writes the limits that accounts have of their own; services follow within seconds. */
export class AccountLimitStore {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** The names of the limits that an account has of its own, with their values; Infinity is no limit. */
  async own(accountId: string): Promise<ReadonlyMap<AccountLimitName, number>> {
    const rows = await this.#db
      .selectFrom("account_limits")
      .select(["name", "value"])
      .where("account_id", "=", accountId)
      .execute();
    return new Map(
      rows.flatMap(({ name, value }) =>
        isAccountLimitName(name) ? [[name, value ?? Infinity] as const] : [],
      ),
    );
  }

  async read(accountId: string): Promise<AccountLimits> {
    return { ...LIMITS.account, ...Object.fromEntries(await this.own(accountId)) };
  }

  /** Gives an account a limit of its own; Infinity is no limit. */
  async set(accountId: string, name: AccountLimitName, value: number): Promise<void> {
    await this.#insert(accountId, name, value)
      .onConflict((conflict) =>
        conflict.columns(["account_id", "name"]).doUpdateSet({ value: limitJson(value) }),
      )
      .execute();
  }

  /** Gives an account a limit of its own unless it has one. */
  async setOnce(accountId: string, name: AccountLimitName, value: number): Promise<void> {
    await this.#insert(accountId, name, value)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async reset(accountId: string, name: AccountLimitName): Promise<void> {
    await this.#db
      .deleteFrom("account_limits")
      .where("account_id", "=", accountId)
      .where("name", "=", name)
      .execute();
  }

  #insert(accountId: string, name: AccountLimitName, value: number) {
    return this.#db
      .insertInto("account_limits")
      .values({ account_id: accountId, name, value: limitJson(value) });
  }
}
