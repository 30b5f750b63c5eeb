import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { hashSecret } from "./api-key.ts";
import { reaching } from "./store-unavailable.ts";

/** What each token is for, and how many seconds it lasts. */
export const TOKEN_SECONDS = {
  /** Makes the account of an address. */
  "sign-up": 24 * 3600,
  /** Sets a new password. */
  password: 3600,
  /** Confirms the address of an account. */
  address: 24 * 3600,
  /** Gives an account the address that the mail went to. */
  "new-address": 24 * 3600,
  /** Signs in whoever knew the password, with a code. */
  "second-step": 600,
} as const;

export type TokenPurpose = keyof typeof TOKEN_SECONDS;

/** What a token stands for. */
export interface TokenSubject {
  readonly email: string;
  /** Undefined where nobody has the address yet. */
  readonly personId: string | undefined;
}

/** Tokens that one use ends, kept as hashes; every method rejects with StoreUnavailable when the database is away. */
export class OneTimeTokens {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** Makes a token, in a transaction where there is one. */
  make(
    purpose: TokenPurpose,
    { email, personId }: TokenSubject,
    db: Kysely<ServiceDatabase> = this.#db,
  ): Promise<string> {
    const token = randomBytes(32).toString("base64url");
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

  /** Says what a token stands for; undefined for one that ended, or is for something else. */
  async look(purpose: TokenPurpose, token: string): Promise<TokenSubject | undefined> {
    const query = this.#db
      .selectFrom("one_time_tokens")
      .select(["email", "person_id"])
      .where("token_hash", "=", hashSecret(token))
      .where("purpose", "=", purpose)
      .where("expires_at", ">", new Date());
    return subjectOf(await reaching("accounts", query.executeTakeFirst()));
  }

  /** Uses a token up and says what it stood for; of several who use it at once, one gets it. */
  async take(purpose: TokenPurpose, token: string): Promise<TokenSubject | undefined> {
    const query = this.#db
      .deleteFrom("one_time_tokens")
      .where("token_hash", "=", hashSecret(token))
      .where("purpose", "=", purpose)
      .where("expires_at", ">", new Date())
      .returning(["email", "person_id"]);
    return subjectOf(await reaching("accounts", query.executeTakeFirst()));
  }

  /** Ends the tokens of a person that set a password. */
  async endPasswordTokens(personId: string): Promise<void> {
    const query = this.#db
      .deleteFrom("one_time_tokens")
      .where("person_id", "=", personId)
      .where("purpose", "=", "password" satisfies TokenPurpose);
    await reaching("accounts", query.execute());
  }

  /** Ends all tokens of a person. */
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
