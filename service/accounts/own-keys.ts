import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { generateApiKey } from "./api-key.ts";
import { holdAccount } from "./hold-account.ts";
import { LIMITS } from "../contract/limits.ts";
import { reaching } from "./store-unavailable.ts";
import { AccountStore, type ApiKey } from "./store.ts";

/** A key that was just made, with its secret, which is kept nowhere. */
export interface NewKey extends ApiKey {
  readonly secret: string;
}

/** The keys of an account as its owner manages them; every method rejects with StoreUnavailable when the database is away. */
export class OwnKeys {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  list(accountId: string): Promise<readonly ApiKey[]> {
    return reaching("accounts", new AccountStore(this.#db).keysOf(accountId));
  }

  /** Makes a key; undefined where the account has as many in use as it may. */
  create(accountId: string, name: string): Promise<NewKey | undefined> {
    const work = this.#db.transaction().execute(async (transaction) => {
      // Whoever makes keys for the same account at the same time waits.
      await holdAccount(transaction, accountId);
      const store = new AccountStore(transaction);
      const inUse = (await store.keysOf(accountId)).filter(({ revokedAt }) => revokedAt === null);
      if (inUse.length >= LIMITS.keysInUse) return undefined;
      const secret = generateApiKey();
      const key = await store.addKey(accountId, secret, name);
      return key === undefined ? undefined : { ...key, secret };
    });
    return reaching("accounts", work);
  }

  /** Takes a key out of use for good; false when the account has no such key in use. */
  revoke(accountId: string, keyId: string): Promise<boolean> {
    return reaching("accounts", new AccountStore(this.#db).revokeKey(accountId, keyId));
  }
}
