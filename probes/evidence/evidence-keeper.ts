import { type Kysely, sql } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { within } from "#migrations/within.ts";
import type { Attempt } from "../run/run-check.ts";
import { attemptToKeep, evidenceOf, proberVersions } from "./evidence.ts";
import { storeEvidence } from "./evidence-store.ts";
import { type EvidenceLimits, evidenceLimits } from "./evidence-limits.ts";

/** What a keeper needs. */
export interface EvidenceKeeperOptions {
  readonly db: Kysely<StatusDatabase>;
  /** This prober's location. */
  readonly location: string;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  readonly limits?: EvidenceLimits;
}

const STORE_LIMIT_MS = 8_000;
const VACUUM_EVERY_MS = 60 * 60_000;

/** Keeps what failed speech runs sent and got, and the last good run of each check. */
export class EvidenceKeeper {
  readonly #options: EvidenceKeeperOptions;
  /** When the good run was kept that stands for each check, by its id. */
  readonly #goodRunMs = new Map<string, number>();
  #vacuumedMs: number;

  constructor(options: EvidenceKeeperOptions) {
    this.#options = options;
    this.#vacuumedMs = options.now();
  }

  /** Keeps what is to be kept of a run; rejects when the database does not take it. */
  async keep(
    check: { readonly id: string; readonly componentId: string; readonly kind: string },
    slotMs: number,
    attempts: readonly Attempt[],
  ): Promise<void> {
    const { db, location, now, limits = evidenceLimits } = this.#options;
    const attempt = attemptToKeep(attempts);
    if (attempt === null) return;
    const nowMs = now();
    const passed = attempt.observation.result === "ok";
    // By their distance, so that a clock that was set back does not hold it up.
    const ageMs = Math.abs(nowMs - (this.#goodRunMs.get(check.id) ?? -Infinity));
    if (passed && ageMs < limits.goodRunEveryMs) return;
    const run = { checkId: check.id, componentId: check.componentId, location, slotMs };
    const evidence = evidenceOf(check.kind, attempt, proberVersions, limits);
    await within(STORE_LIMIT_MS, storeEvidence(db, run, evidence, limits, nowMs));
    if (passed) this.#goodRunMs.set(check.id, nowMs);
    await this.#vacuum(nowMs);
  }

  /** Frees the room of what was deleted for what is new: an embedded database never does so by itself. */
  async #vacuum(nowMs: number): Promise<void> {
    if (Math.abs(nowMs - this.#vacuumedMs) < VACUUM_EVERY_MS) return;
    this.#vacuumedMs = nowMs;
    await sql`vacuum evidence, evidence_audio`.execute(this.#options.db);
  }
}
