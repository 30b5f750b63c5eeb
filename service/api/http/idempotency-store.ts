import { DAY_SECONDS, MINUTE_MS } from "#units/time.ts";
import { randomBytes } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { inSeconds } from "#database/database-time.ts";
import type { RepeatableAnswer, ServiceDatabase } from "#migrations/service/schema.ts";
import { reaching } from "../../accounts/store-unavailable.ts";

/** The right to run the request of a key. */
export interface Claim {
  readonly accountId: string;
  readonly key: string;
  readonly claim: string;
}

export type Claimed =
  | { readonly outcome: "first"; readonly claim: Claim }
  | { readonly outcome: "answered"; readonly answer: RepeatableAnswer }
  | { readonly outcome: "running" }
  | { readonly outcome: "another-request" };

/** Lifetime of a claim that is not renewed; after that the request can be run again. */
export const CLAIM_SECONDS = 60;
const ANSWER_KEPT_SECONDS = DAY_SECONDS;
const SWEEP_EVERY_MS = MINUTE_MS;

/** Another process has taken over the claim. */
export class ClaimLost extends Error {
  override readonly name = "ClaimLost";
}

/** Stores which requests with an Idempotency-Key are running, and the answers of those that have run. */
export class IdempotencyStore {
  readonly #db: Kysely<ServiceDatabase>;
  #sweptAtMs = -Infinity;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /** Claims the key for a request, unless it is taken; rejects with StoreUnavailable. */
  async claim(accountId: string, key: string, fingerprint: string): Promise<Claimed> {
    await this.#sweep();
    const claim = randomBytes(12).toString("hex");
    const row = { account_id: accountId, key, fingerprint, claim, answer: null };
    const taken = await reaching(
      "repeats",
      this.#db
        .insertInto("repeatable_requests")
        .values({ ...row, expires_at: inSeconds(CLAIM_SECONDS) })
        .onConflict((conflict) =>
          conflict
            .columns(["account_id", "key"])
            .doUpdateSet({ ...row, expires_at: inSeconds(CLAIM_SECONDS) })
            .where("repeatable_requests.expires_at", "<", sql<Date>`now()`),
        )
        .returning("claim")
        .executeTakeFirst(),
    );
    if (taken !== undefined) return { outcome: "first", claim: { accountId, key, claim } };
    return this.#standing(accountId, key, fingerprint);
  }

  async renew(claim: Claim): Promise<void> {
    await held(this.#db, claim)
      .set({ expires_at: inSeconds(CLAIM_SECONDS) })
      .execute();
  }

  /** Stores the answer of a request that ran; rejects with ClaimLost when another process now runs it. */
  async keep(claim: Claim, answer: RepeatableAnswer, db = this.#db): Promise<void> {
    const { numUpdatedRows } = await held(db, claim)
      .set({ answer: JSON.stringify(answer), expires_at: inSeconds(ANSWER_KEPT_SECONDS) })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new ClaimLost();
  }

  async release({ accountId, key, claim }: Claim): Promise<void> {
    await this.#db
      .deleteFrom("repeatable_requests")
      .where("account_id", "=", accountId)
      .where("key", "=", key)
      .where("claim", "=", claim)
      .execute();
  }

  async #standing(accountId: string, key: string, fingerprint: string): Promise<Claimed> {
    const row = await reaching(
      "repeats",
      this.#db
        .selectFrom("repeatable_requests")
        .select(["fingerprint", "answer"])
        .where("account_id", "=", accountId)
        .where("key", "=", key)
        .executeTakeFirst(),
    );
    // The claim has just been released.
    if (row === undefined) return this.claim(accountId, key, fingerprint);
    if (row.fingerprint !== fingerprint) return { outcome: "another-request" };
    return row.answer === null
      ? { outcome: "running" }
      : { outcome: "answered", answer: row.answer };
  }

  async #sweep(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#sweptAtMs < SWEEP_EVERY_MS) return;
    this.#sweptAtMs = nowMs;
    await reaching(
      "repeats",
      this.#db
        .deleteFrom("repeatable_requests")
        .where("expires_at", "<", sql<Date>`now()`)
        .execute(),
    );
  }
}

function held(db: Kysely<ServiceDatabase>, { accountId, key, claim }: Claim) {
  return db
    .updateTable("repeatable_requests")
    .where("account_id", "=", accountId)
    .where("key", "=", key)
    .where("claim", "=", claim);
}
