import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import type { Encryption } from "#runtime/encryption.ts";

/** Secrets that the first replica creates for all of them; stored encrypted in the database. */
export class SharedSecrets {
  readonly #db: Kysely<ServiceDatabase>;
  readonly #encryption: Encryption;

  constructor(db: Kysely<ServiceDatabase>, encryption: Encryption) {
    this.#db = db;
    this.#encryption = encryption;
  }

  /** Returns the secret of a name, storing `made` if there is none; undefined when it is encrypted with another key. */
  async share(name: string, made: string): Promise<string | undefined> {
    await this.#db
      .insertInto("secrets")
      .values({ name, value: this.#encryption.encrypt(made, name) })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    return this.read(name);
  }

  /** Returns the secret of a name, as `share` does; one that is encrypted with another key is replaced by `made`. */
  async shareOrReplace(name: string, made: string): Promise<string> {
    const shared = await this.share(name, made);
    if (shared !== undefined) return shared;
    const { value } = await this.#row(name).executeTakeFirstOrThrow();
    // Another replica may have replaced it meanwhile: its secret stays.
    if (this.#encryption.decrypt(value, name) === undefined) {
      await this.#replace(name, value, made);
    }
    return this.shareOrReplace(name, made);
  }

  /** Reads the secret of a name, and re-encrypts it if it was encrypted with an old key. */
  async read(name: string): Promise<string | undefined> {
    const row = await this.#row(name).executeTakeFirst();
    const secret = row && this.#encryption.decrypt(row.value, name);
    if (row !== undefined && secret?.isCurrent === false) {
      await this.#replace(name, row.value, secret.text);
    }
    return secret?.text;
  }

  #row(name: string) {
    return this.#db.selectFrom("secrets").select("value").where("name", "=", name);
  }

  async #replace(name: string, stored: string, secret: string): Promise<void> {
    await this.#db
      .updateTable("secrets")
      .set({ value: this.#encryption.encrypt(secret, name) })
      .where("name", "=", name)
      .where("value", "=", stored)
      .execute();
  }
}
