import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { hashSecret } from "./api-key.ts";
import type { Encryption } from "#runtime/encryption.ts";
import { counterOf, newRecoveryCodes, newSecret, recoveryCodeOf } from "./one-time-codes.ts";
import { reaching } from "./store-unavailable.ts";

/** State of a person's second step at sign-in. */
export interface SecondStep {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

/**
 * Manages the codes that sign-in requires besides the password; every method rejects with StoreUnavailable when the database is
 * unavailable.
 */
export class SecondSteps {
  readonly #db: Kysely<ServiceDatabase>;
  readonly #encryption: Encryption;

  constructor(db: Kysely<ServiceDatabase>, encryption: Encryption) {
    this.#db = db;
    this.#encryption = encryption;
  }

  stateOf(personId: string): Promise<SecondStep> {
    return secondStepOf(this.#db, personId);
  }

  /**
   * Encrypts all secrets that are unencrypted or encrypted with an old key; returns how many cannot be read because the key is
   * gone.
   */
  async encryptAll(): Promise<number> {
    const query = this.#db.selectFrom("second_steps").select(["person_id", "secret"]);
    const rows = await reaching("accounts", query.execute());
    let unreadable = 0;
    for (const { person_id: personId, secret: stored } of rows) {
      const decrypted = this.#encryption.decrypt(stored, personId);
      if (decrypted === undefined) unreadable += 1;
      if (decrypted === undefined || decrypted.isCurrent) continue;
      const changed = this.#db
        .updateTable("second_steps")
        .set({ secret: this.#encryption.encrypt(decrypted.text, personId) })
        .where("person_id", "=", personId)
        .where("secret", "=", stored);
      await reaching("accounts", changed.execute());
    }
    return unreadable;
  }

  /** Creates a secret for a person without a second step; codes are required once the first one was right. */
  async begin(personId: string): Promise<void> {
    const secret = this.#encryption.encrypt(newSecret(), personId);
    const query = this.#db
      .insertInto("second_steps")
      .values({ person_id: personId, secret, is_on: false, last_counter: 0 })
      .onConflict((conflict) =>
        conflict
          .column("person_id")
          .doUpdateSet({ secret, last_counter: 0 })
          .where("second_steps.is_on", "=", false),
      );
    await reaching("accounts", query.execute());
  }

  /** Returns the secret that is not in use yet; undefined where there is none. */
  async secretBegun(personId: string): Promise<string | undefined> {
    const query = this.#db
      .selectFrom("second_steps")
      .select("secret")
      .where("person_id", "=", personId)
      .where("is_on", "=", false);
    const row = await reaching("accounts", query.executeTakeFirst());
    return row && this.#encryption.decrypt(row.secret, personId)?.text;
  }

  /** Turns the second step on with its first code and returns recovery codes; undefined for a wrong code. */
  async turnOn(personId: string, code: string): Promise<readonly string[] | undefined> {
    if (!(await this.#useCode(personId, code, false))) return undefined;
    const query = this.#db
      .updateTable("second_steps")
      .set({ is_on: true })
      .where("person_id", "=", personId);
    await reaching("accounts", query.execute());
    return this.renewRecoveryCodes(personId);
  }

  /** Uses up a code of the app or a recovery code; false for one that is wrong or was used. */
  async use(personId: string, code: string): Promise<boolean> {
    if (await this.#useCode(personId, code, true)) return true;
    const query = this.#db
      .deleteFrom("recovery_codes")
      .where("person_id", "=", personId)
      .where("code_hash", "=", hashSecret(recoveryCodeOf(code)));
    return (await reaching("accounts", query.executeTakeFirst())).numDeletedRows > 0n;
  }

  /** Replaces the recovery codes with new ones. */
  renewRecoveryCodes(personId: string): Promise<readonly string[]> {
    const codes = newRecoveryCodes();
    const work = this.#db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("recovery_codes").where("person_id", "=", personId).execute();
      const rows = codes.map((code) => ({ person_id: personId, code_hash: hashSecret(code) }));
      await transaction.insertInto("recovery_codes").values(rows).execute();
      return codes;
    });
    return reaching("accounts", work);
  }

  turnOff(personId: string): Promise<void> {
    return turnSecondStepOff(this.#db, personId);
  }

  /** Uses up a code of the app; each works once, also in concurrent requests. */
  async #useCode(personId: string, code: string, isOn: boolean): Promise<boolean> {
    const found = this.#db
      .selectFrom("second_steps")
      .select("secret")
      .where("person_id", "=", personId)
      .where("is_on", "=", isOn);
    const row = await reaching("accounts", found.executeTakeFirst());
    const digits = code.replaceAll(/\s/g, "");
    const secret = row && this.#encryption.decrypt(row.secret, personId)?.text;
    const counter = secret === undefined ? undefined : counterOf(secret, digits, new Date());
    if (counter === undefined) return false;
    const used = this.#db
      .updateTable("second_steps")
      .set({ last_counter: counter })
      .where("person_id", "=", personId)
      .where("last_counter", "<", counter);
    return (await reaching("accounts", used.executeTakeFirst())).numUpdatedRows > 0n;
  }
}

/** Returns the state of a person's second step; rejects with StoreUnavailable when the database is unavailable. */
export async function secondStepOf(
  db: Kysely<ServiceDatabase>,
  personId: string,
): Promise<SecondStep> {
  const query = db
    .selectFrom("second_steps")
    .select("is_on")
    .select((build) =>
      build
        .selectFrom("recovery_codes")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("person_id", "=", personId)
        .as("codes"),
    )
    .where("person_id", "=", personId);
  const row = await reaching("accounts", query.executeTakeFirst());
  return { isOn: row?.is_on ?? false, recoveryCodesLeft: Number(row?.codes ?? 0) };
}

/** Turns a person's second step off; rejects with StoreUnavailable when the database is unavailable. */
export async function turnSecondStepOff(
  db: Kysely<ServiceDatabase>,
  personId: string,
): Promise<void> {
  const work = async () => {
    await db.deleteFrom("second_steps").where("person_id", "=", personId).execute();
    await db.deleteFrom("recovery_codes").where("person_id", "=", personId).execute();
  };
  await reaching("accounts", work());
}
