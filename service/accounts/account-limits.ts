import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import {
  limitJson,
  LIMITS,
  type AccountLimitName,
  type AccountLimits,
} from "../contract/limits.ts";

/** Limits set for one account in place of the defaults; null means unlimited. */
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

/** Reads and writes the limits set for single accounts; services apply changes within seconds. */
export class AccountLimitStore {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** Returns the limits set for an account; Infinity means unlimited. */
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

  /** Sets a limit of an account; Infinity means unlimited. */
  async set(accountId: string, name: AccountLimitName, value: number): Promise<void> {
    await this.#insert(accountId, name, value)
      .onConflict((conflict) =>
        conflict.columns(["account_id", "name"]).doUpdateSet({ value: limitJson(value) }),
      )
      .execute();
  }

  /** Sets a limit of an account unless one is set. */
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
