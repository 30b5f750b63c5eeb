import { DAY_SECONDS } from "#units/time.ts";
import { randomSecret } from "#runtime/random-secret.ts";
import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { hashSecret } from "./api-key.ts";
import { reaching } from "./store-unavailable.ts";

/** Purposes of tokens, with their lifetimes in seconds. */
export const TOKEN_SECONDS = {
  /** Creates the account of an address. */
  "sign-up": DAY_SECONDS,
  /** Sets a new password. */
  password: 3600,
  /** Confirms the address of an account. */
  address: DAY_SECONDS,
  /** Gives an account the address that the mail went to. */
  "new-address": DAY_SECONDS,
  /** Completes a sign-in with a code, after the password was right. */
  "second-step": 600,
} as const;

export type TokenPurpose = keyof typeof TOKEN_SECONDS;

/** The address and person that a token was made for. */
export interface TokenSubject {
  readonly email: string;
  /** Undefined where nobody has the address yet. */
  readonly personId: string | undefined;
}

/** Single-use tokens, stored as hashes; every method rejects with StoreUnavailable when the database is unavailable. */
export class OneTimeTokens {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** Creates a token; `db` may be a transaction. */
  make(
    purpose: TokenPurpose,
    { email, personId }: TokenSubject,
    db: Kysely<ServiceDatabase> = this.#db,
  ): Promise<string> {
    const token = randomSecret();
    const now = Date.now();
    const work = async () => {
      const ended = db.deleteFrom("one_time_tokens").where("expires_at", "<", new Date(now));
      await ended.execute();
      await db
        .insertInto("one_time_tokens")
        .values({
          token_hash: hashSecret(token),
          purpose,
          email,
          person_id: personId ?? null,
          expires_at: new Date(now + TOKEN_SECONDS[purpose] * 1000),
        })
        .execute();
      return token;
    };
    return reaching("accounts", work());
  }

  /** Returns whom a token was made for, without using it up; undefined for one that has ended or has another purpose. */
  async look(purpose: TokenPurpose, token: string): Promise<TokenSubject | undefined> {
    const query = this.#db
      .selectFrom("one_time_tokens")
      .select(["email", "person_id"])
      .where("token_hash", "=", hashSecret(token))
      .where("purpose", "=", purpose)
      .where("expires_at", ">", new Date());
    return subjectOf(await reaching("accounts", query.executeTakeFirst()));
  }

  /** Uses up a token and returns whom it was made for; of several concurrent uses only one succeeds. */
  async take(purpose: TokenPurpose, token: string): Promise<TokenSubject | undefined> {
    const query = this.#db
      .deleteFrom("one_time_tokens")
      .where("token_hash", "=", hashSecret(token))
      .where("purpose", "=", purpose)
      .where("expires_at", ">", new Date())
      .returning(["email", "person_id"]);
    return subjectOf(await reaching("accounts", query.executeTakeFirst()));
  }

  /** Deletes the password reset tokens of a person. */
  async endPasswordTokens(personId: string): Promise<void> {
    const query = this.#db
      .deleteFrom("one_time_tokens")
      .where("person_id", "=", personId)
      .where("purpose", "=", "password" satisfies TokenPurpose);
    await reaching("accounts", query.execute());
  }

  /** Deletes all tokens of a person. */
  async endAll(personId: string): Promise<void> {
    const query = this.#db.deleteFrom("one_time_tokens").where("person_id", "=", personId);
    await reaching("accounts", query.execute());
  }
}

function subjectOf(
  row: { readonly email: string; readonly person_id: string | null } | undefined,
): TokenSubject | undefined {
  return row === undefined ? undefined : { email: row.email, personId: row.person_id ?? undefined };
}
