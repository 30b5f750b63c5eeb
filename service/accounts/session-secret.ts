import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { encryptionWith } from "#runtime/encryption.ts";
import { randomSecret } from "#runtime/random-secret.ts";
import { SharedSecrets } from "./shared-secrets.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
import { AccountStore } from "./store.ts";

/** The secret that all replicas share through the database; known once the database was reached. */
export class SessionSecret {
  #value: string | undefined;

  /** Throws StoreUnavailable until the database was reached. */
  get value(): string {
    if (this.#value === undefined) {
      throw new StoreUnavailable("accounts", new Error("the database was not reached yet"));
    }
    return this.#value;
  }

  set value(value: string) {
    this.#value = value;
  }
}

const NAME = "session-tokens";

/**
 * Returns the secret of session tokens that all replicas share, encrypted in the database where there are keys. One that is
 * encrypted with a lost key is replaced, which ends the tokens of before.
 */
export async function sharedSessionSecret(
  db: Kysely<ServiceDatabase>,
  encryptionKeys: readonly string[],
): Promise<string> {
  const encryption = encryptionWith(encryptionKeys);
  return encryption === undefined
    ? new AccountStore(db).sharedSecret(NAME)
    : new SharedSecrets(db, encryption).shareOrReplace(NAME, randomSecret());
}
