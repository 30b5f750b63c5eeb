import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { within } from "#migrations/within.ts";
import { isDatabaseAway } from "#migrations/database-away.ts";
import { type Recorded, recordPassingTime, recordRuns } from "../results/recorder.ts";
import { replaySpool } from "./replay.ts";
import { claimSlots, type SlotClaim } from "./slot-claim.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import type { Spool } from "./spool.ts";

export interface ResultStoreOptions {
  readonly db: Kysely<StatusDatabase>;
  readonly spool: Spool;
  /** `probers.id` */
  readonly prober: string;
  readonly location: string;
  readonly log: Logger;
  readonly now: () => number;
  /** Waits until other probers may have found the database too. */
  readonly settle: () => Promise<void>;
  /** Waits while results come in that may be recorded together. */
  readonly gather: () => Promise<void>;
  /** Told of what followed from everything that was stored. */
  readonly onRecorded: (recorded: Recorded) => void;
  /** Told of results that the database refused for good. */
  readonly onRefused: (runs: number) => void;
  /** Told of statements that failed though the database is there. */
  readonly onQueryError: (error: unknown) => void;
}

/** What came of a claim; without the database a slot is run unclaimed, and stored once by whoever is first. */
export type Claimed = "ours" | "taken" | "unclaimed";

interface Queued {
  readonly run: SlotRun;
  readonly kept: PromiseWithResolvers<void>;
}

interface Claiming {
  readonly claim: SlotClaim;
  readonly claimed: PromiseWithResolvers<Claimed>;
}

/** A statement takes 65,535 values at most. */
const AT_ONCE = 1_000;
const CLAIM_LIMIT_MS = 5_000;
const RECORD_LIMIT_MS = 8_000;
const RETRY_INTERVAL_MS = 5_000;
/** Another location that was seen since may have been cut off as long as this one. */
const COMPANY_WITHIN_MS = 24 * 60 * 60_000;

/** Where results go: into the database, or into the spool while that is away and until what waits there is stored. */
export class ResultStore {
  readonly #options: ResultStoreOptions;
  /** Claims for the database, while others are being made. */
  #claims: Claiming[] = [];
  #claiming = false;
  /** Results for the database, while one batch of them is being recorded. */
  #queue: Queued[] = [];
  #recording = false;
  #awaySinceMs: number | undefined;
  #replaying: Promise<void> | undefined;
  /** While true results go to the spool; false again when it is nearly empty. */
  #spooling = false;
  #triedMs = -Infinity;

  constructor(options: ResultStoreOptions) {
    this.#options = options;
  }

  /** Whether the database took or gave what it was last asked for. */
  get isDatabaseUp(): boolean {
    return this.#awaySinceMs === undefined;
  }

  /** Closes the spool; what waits in it stays there. */
  close(): Promise<void> {
    return this.#options.spool.close();
  }

  /** Stores what an earlier prober left in the spool, before anything else is recorded. */
  async resume(): Promise<void> {
    if (this.#options.spool.count > 0) await this.#replay();
  }

  /** Claims a slot for this prober. */
  async claim(claim: SlotClaim): Promise<Claimed> {
    const claimed = Promise.withResolvers<Claimed>();
    this.#claims.push({ claim, claimed });
    // Those of the same moment go together.
    queueMicrotask(() => void this.#claimWaiting());
    return await claimed.promise;
  }

  /** Keeps a run's result; resolves when it is stored or spooled, rejects when the database refuses it. */
  async keep(run: SlotRun, claimed: Claimed): Promise<void> {
    if (claimed !== "ours" || this.#awaySinceMs !== undefined || this.#spooling) {
      await this.#options.spool.append(run);
      return;
    }
    const kept = Promise.withResolvers<void>();
    this.#queue.push({ run, kept });
    void this.#recordQueue();
    await kept.promise;
  }

  /** What has to happen from time to time: this prober is seen, time passes for components, the spool is emptied. */
  async sweep(nowMs: number): Promise<void> {
    if (this.#awaySinceMs === undefined && this.#replaying === undefined) {
      try {
        await within(RECORD_LIMIT_MS, this.#passTime(nowMs));
      } catch (error) {
        if (isDatabaseAway(error)) this.#noteAway(error);
        else this.#options.onQueryError(error);
      }
    }
    await this.retry(nowMs);
  }

  /** Tries to store what is spooled, every five seconds at most. */
  async retry(nowMs: number): Promise<void> {
    const { spool } = this.#options;
    if (this.#replaying !== undefined) return;
    if (this.#awaySinceMs === undefined && spool.count === 0) return;
    if (Math.abs(nowMs - this.#triedMs) < RETRY_INTERVAL_MS) return;
    this.#triedMs = nowMs;
    await this.#replay();
  }

  async #passTime(nowMs: number): Promise<void> {
    const { db, prober } = this.#options;
    await seen(db, prober, nowMs, null);
    if (this.#options.spool.count > 0) return;
    this.#options.onRecorded(await recordPassingTime(db, nowMs));
  }

  async #claimWaiting(): Promise<void> {
    if (this.#claiming) return;
    this.#claiming = true;
    while (this.#claims.length > 0) await this.#claimBatch(this.#claims.splice(0, AT_ONCE));
    this.#claiming = false;
  }

  async #claimBatch(batch: readonly Claiming[]): Promise<void> {
    const { db, now } = this.#options;
    const claims = batch.map(({ claim }) => claim);
    try {
      if (this.#awaySinceMs !== undefined) throw new Error("the database is away");
      const ours = await within(CLAIM_LIMIT_MS, claimSlots(db, claims, now()));
      for (const { claim, claimed } of batch) claimed.resolve(ours.has(claim) ? "ours" : "taken");
    } catch (error) {
      if (isDatabaseAway(error)) this.#noteAway(error);
      else this.#options.onQueryError(error);
      for (const { claimed } of batch) claimed.resolve("unclaimed");
    }
  }

  async #recordQueue(): Promise<void> {
    if (this.#recording || this.#replaying !== undefined) return;
    this.#recording = true;
    while (this.#queue.length > 0 && this.#replaying === undefined) {
      await this.#record(this.#queue.splice(0, AT_ONCE));
      // The first result of a quiet time is stored at once; where many come, a transaction for each costs more than its check.
      await this.#options.gather();
    }
    this.#recording = false;
  }

  /** Records a batch as one; when it is refused, each on its own, so that one does not take others with it. */
  async #record(batch: readonly Queued[]): Promise<void> {
    const { db, spool, now, onRecorded } = this.#options;
    const runs = batch.map(({ run }) => run);
    try {
      if (this.#awaySinceMs !== undefined) throw new Error("the database is away");
      onRecorded(await within(RECORD_LIMIT_MS, recordRuns(db, runs, now())));
      for (const { kept } of batch) kept.resolve();
    } catch (error) {
      if (isDatabaseAway(error)) {
        this.#noteAway(error);
        // It may have been stored all the same: a replay finds that out.
        for (const { run, kept } of batch) spool.append(run).then(kept.resolve, kept.reject);
      } else if (batch.length === 1) {
        for (const { kept } of batch) kept.reject(error);
      } else {
        for (const one of batch) await this.#record([one]);
      }
    }
  }

  async #replay(): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#replaying = done.promise;
    this.#spooling = true;
    const { db, prober, location, spool, log, now } = this.#options;
    try {
      await within(CLAIM_LIMIT_MS, seen(db, prober, now(), spool.oldestSlotMs ?? null));
      if (this.#awaySinceMs !== undefined) {
        const awayMs = now() - this.#awaySinceMs;
        this.#awaySinceMs = undefined;
        log.info({ awaySeconds: Math.round(awayMs / 1000) }, "the database is back");
      }
      if (await hasCompany(db, location, now())) await this.#options.settle();
      const replayed = await replaySpool({
        ...this.#options,
        // What ends from now on waits in memory, or a busy prober would never see its spool empty.
        onNearlyEmpty: () => (this.#spooling = false),
        onAllStored: () => seen(db, prober, now(), null),
      });
      for (const recorded of replayed.recorded) this.#options.onRecorded(recorded);
      if (replayed.runs > 0) {
        log.info({ results: replayed.runs, stored: replayed.stored }, "spooled results are stored");
      }
    } catch (error) {
      if (isDatabaseAway(error)) this.#noteAway(error);
      else this.#options.onQueryError(error);
    } finally {
      this.#spooling = false;
      this.#replaying = undefined;
      done.resolve();
    }
    await this.#recordQueue();
  }

  #noteAway(error: unknown): void {
    if (this.#awaySinceMs !== undefined) return;
    const { log, now } = this.#options;
    this.#awaySinceMs = now();
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, "the database is away: checks go on, their results are spooled");
  }
}

/** Says that the prober lives, and from which slot on it has results that are not stored. */
async function seen(
  db: Kysely<StatusDatabase>,
  prober: string,
  nowMs: number,
  spooledFromMs: number | null,
): Promise<void> {
  await db
    .updateTable("probers")
    .set({
      last_seen_at: new Date(nowMs),
      spooled_from: spooledFromMs === null ? null : new Date(spooledFromMs),
    })
    .where("id", "=", prober)
    .execute();
}

/** Whether probers of other locations may have results of the same slots. */
async function hasCompany(
  db: Kysely<StatusDatabase>,
  location: string,
  nowMs: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("probers")
    .select("id")
    .where("location", "!=", location)
    .where("last_seen_at", ">", new Date(nowMs - COMPANY_WITHIN_MS))
    .executeTakeFirst();
  return row !== undefined;
}
