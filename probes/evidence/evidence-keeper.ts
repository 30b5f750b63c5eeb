import { MEBIBYTE } from "#units/bytes.ts";
import { HOUR_MS } from "#units/time.ts";
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import { within } from "#database/within.ts";
import { newId } from "#monitor/store/new-id.ts";
import type { Attempt } from "../run/run-check.ts";
import { attemptToKeep, type Evidence, evidenceOf, PROBER_VERSIONS } from "./evidence.ts";

/** Limits on the evidence that is kept of speech runs; the oldest is deleted to make room for new. */
export const EVIDENCE_LIMITS = {
  /** Per recording, sent or received; of a longer one only the beginning is kept. */
  maxAudioBytes: 8 * MEBIBYTE,
  /** Per text. */
  maxTextCharacters: 10_000,
  /** Total size of all audio. */
  maxTotalBytes: 256 * MEBIBYTE,
  maxAgeMs: 30 * 24 * HOUR_MS,
  /** The age at which the last good run of a check is replaced by a newer one. */
  goodRunEveryMs: HOUR_MS,
  /** How long a passed run that a person requested is kept. */
  requestedGoodRunMs: 24 * HOUR_MS,
};

const STORE_LIMIT_MS = 8_000;
const VACUUM_EVERY_MS = HOUR_MS;

/** A check's run in a slot. */
interface KeptRun {
  readonly check: { readonly id: string; readonly componentId: string; readonly kind: string };
  readonly slotMs: number;
  /** Whether a person requested it; such runs are kept in addition to those of slots. */
  readonly isRequested: boolean;
}

/** Keeps what failed speech runs sent and received, and the last good run of each check. */
export class EvidenceKeeper {
  readonly #db: Database;
  readonly #location: string;
  readonly #now: () => number;
  readonly #limits: typeof EVIDENCE_LIMITS;
  /** When the current good run of each check was kept, by check id. */
  readonly #goodRunMs = new Map<string, number>();
  #vacuumedMs: number;

  /** `now` is the wall clock in milliseconds since the epoch. */
  constructor(db: Database, location: string, now: () => number, limits = EVIDENCE_LIMITS) {
    this.#db = db;
    this.#location = location;
    this.#now = now;
    this.#limits = limits;
    this.#vacuumedMs = now();
  }

  /** Keeps the evidence of a run, if there is any to keep; rejects when the database does not take it. */
  async keep(check: KeptRun["check"], slotMs: number, attempts: readonly Attempt[]): Promise<void> {
    const attempt = attemptToKeep(attempts);
    if (attempt === null) return;
    const nowMs = this.#now();
    const passed = attempt.observation.result === "ok";
    // The absolute difference, so that a clock that was set back does not delay it.
    const ageMs = Math.abs(nowMs - (this.#goodRunMs.get(check.id) ?? -Infinity));
    if (passed && ageMs < this.#limits.goodRunEveryMs) return;
    const evidence = evidenceOf(check.kind, attempt, PROBER_VERSIONS, this.#limits);
    await within(
      STORE_LIMIT_MS,
      this.#store({ check, slotMs, isRequested: false }, evidence, nowMs),
    );
    if (passed) this.#goodRunMs.set(check.id, nowMs);
    await this.#vacuum(nowMs);
  }

  /** Keeps a run that a person requested, even one that passed; returns its id, or null if there is nothing to keep. */
  async keepRequest(
    check: KeptRun["check"],
    slotMs: number,
    attempts: readonly Attempt[],
  ): Promise<string | null> {
    // Only the last attempt is reported.
    const attempt = attemptToKeep(attempts.slice(-1));
    if (attempt === null) return null;
    const evidence = evidenceOf(check.kind, attempt, PROBER_VERSIONS, this.#limits);
    const run = { check, slotMs, isRequested: true };
    return within(STORE_LIMIT_MS, this.#store(run, evidence, this.#now()));
  }

  /**
   * Stores evidence, deletes the good run that a new one replaces, and deletes what is beyond the limits, oldest first. A run
   * that is already stored stays as it is. Returns its id, or null for one that is already stored.
   */
  async #store(run: KeptRun, evidence: Evidence, nowMs: number): Promise<string | null> {
    return this.#db.transaction().execute(async (transaction) => {
      const id = await this.#insert(transaction, run, evidence, nowMs);
      if (id === undefined) return null;
      if (evidence.passed && !run.isRequested) {
        await transaction
          .deleteFrom("evidence")
          .where("check_id", "=", run.check.id)
          .where("location", "=", this.#location)
          .where("passed", "=", true)
          .where("asked", "=", false)
          .where("id", "!=", id)
          .execute();
      }
      await this.#deleteBeyondLimits(transaction, nowMs);
      return id;
    });
  }

  async #insert(
    transaction: DatabaseTransaction,
    { check, slotMs, isRequested }: KeptRun,
    { attempt, passed, result, reason, facts, audio }: Evidence,
    nowMs: number,
  ): Promise<string | undefined> {
    const files = Object.entries(audio);
    const row = await transaction
      .insertInto("evidence")
      .values({
        id: newId(),
        check_id: check.id,
        component_id: check.componentId,
        location: this.#location,
        asked: isRequested,
        slot: new Date(slotMs),
        attempt,
        kept_at: new Date(nowMs),
        passed,
        result,
        reason,
        facts: JSON.stringify(facts),
        bytes: files.reduce((sum, [, file]) => sum + file.length, 0),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row === undefined) return undefined;
    for (const [name, file] of files) {
      const content = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
      await transaction
        .insertInto("evidence_audio")
        .values({
          evidence_id: row.id,
          name: name === "sent" ? "sent" : "received",
          content_type: "audio/wav",
          content,
        })
        .execute();
    }
    return row.id;
  }

  async #deleteBeyondLimits(transaction: DatabaseTransaction, nowMs: number): Promise<void> {
    const { maxAgeMs, requestedGoodRunMs, maxTotalBytes } = this.#limits;
    await transaction
      .deleteFrom("evidence")
      .where("kept_at", "<", new Date(nowMs - maxAgeMs))
      .execute();
    await transaction
      .deleteFrom("evidence")
      .where("asked", "=", true)
      .where("passed", "=", true)
      .where("kept_at", "<", new Date(nowMs - requestedGoodRunMs))
      .execute();
    await sql`
      delete from evidence where id in (
        select id from (
          select id, sum(bytes) over (order by kept_at desc, id) as total from evidence
        ) newest_first
        where total > ${maxTotalBytes}
      )`.execute(transaction);
  }

  /** Makes the space of deleted rows reusable, which an embedded database never does by itself. */
  async #vacuum(nowMs: number): Promise<void> {
    if (Math.abs(nowMs - this.#vacuumedMs) < VACUUM_EVERY_MS) return;
    this.#vacuumedMs = nowMs;
    await sql`vacuum evidence, evidence_audio`.execute(this.#db);
  }
}
