import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { generateApiKey } from "./api-key.ts";
import { holdAccount } from "./hold-account.ts";
import { LIMITS } from "../contract/limits.ts";
import { reaching } from "./store-unavailable.ts";
import { AccountStore, type ApiKey, type ListedKey } from "./store.ts";

/** A newly created key with its secret, which is not stored. */
export interface NewKey extends ApiKey {
  readonly secret: string;
}

/**
 * The keys of an account as its owner manages them; every method rejects with StoreUnavailable when the database is
 * unavailable.
 */
export class OwnKeys {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  list(accountId: string): Promise<readonly ListedKey[]> {
    return reaching("accounts", new AccountStore(this.#db).keysOf(accountId));
  }

  /** Creates a key for a person; undefined when the account has the maximum number of keys in use. */
  create(accountId: string, name: string, personId: string): Promise<NewKey | undefined> {
    const work = this.#db.transaction().execute(async (transaction) => {
      // Concurrent creations of keys for the same account wait.
      await holdAccount(transaction, accountId);
      const store = new AccountStore(transaction);
      const inUse = (await store.keysOf(accountId)).filter(({ revokedAt }) => revokedAt === null);
      if (inUse.length >= LIMITS.keysInUse) return undefined;
      const secret = generateApiKey();
      const key = await store.addKey(accountId, secret, name, {
        in: "dashboard",
        personId,
      });
      return key === undefined ? undefined : { ...key, secret };
    });
    return reaching("accounts", work);
  }

  /** Revokes a key permanently; false when the account has no such key in use. */
  revoke(accountId: string, keyId: string): Promise<boolean> {
    return reaching("accounts", new AccountStore(this.#db).revokeKey(accountId, keyId));
  }
}
