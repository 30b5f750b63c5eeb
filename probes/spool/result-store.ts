import { DAY_MS } from "#units/time.ts";
import path from "node:path";
import type { Logger } from "pino";
import { isDatabaseAway } from "#database/database-away.ts";
import type { Database } from "#migrations/status/schema.ts";
import { within } from "#database/within.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import { readDatabaseClock } from "#monitor/store/database-clock.ts";
import { insertClaims, type SlotClaim } from "#monitor/store/slot-claims.ts";
import type { ProberMetrics } from "../metrics/prober-metrics.ts";
import { type Recorded, recordPassingTime, recordRuns } from "../results/recorder.ts";
import { ClockWatch } from "./clock-watch.ts";
import { DatabasePresence } from "./database-presence.ts";
import { ArrivalRate } from "./gather-time.ts";
import { replaySpool } from "./replay.ts";
import { openSpool, type Spool, DEFAULT_SPOOL_MEGABYTES } from "./spool.ts";

interface ResultStoreOptions {
  readonly db: Database;
  /** `probers.id` */
  readonly prober: string;
  readonly location: string;
  /** Results wait in its folder `spool`. */
  readonly dataDirectory: string;
  readonly spoolMegabytes?: number | undefined;
  readonly metrics: ProberMetrics;
  readonly log: Logger;
  readonly now: () => number;
  /** Returns the database's time; by default the database is queried. */
  readonly databaseNow?: (() => Promise<number>) | undefined;
  /** Writes the rows that results refer to into the database; `nowMs` is the time by its clock. */
  readonly enroll: (nowMs: number) => Promise<void>;
  /** Called whenever it was written that this prober is alive; rejects while the database is away. */
  readonly onSeen: (nowMs: number) => Promise<void>;
  /** Waits until other probers have had time to find the database, too. */
  readonly settle: () => Promise<void>;
  /** Waits for further results to record together, after the previous ones took `tookMs`. */
  readonly gather: (tookMs: number) => Promise<void>;
  /** Called with what followed from everything that was stored. */
  readonly onRecorded: (recorded: Recorded) => void;
}

/**
 * Outcome of a claim. Without the database a slot is run unclaimed, and the prober that stores it first counts. A prober whose
 * clock is off runs no slot, since it does not know which one it is.
 */
export type Claimed = "ours" | "taken" | "unclaimed" | "clock_off";

interface Queued {
  readonly run: SlotRun;
  readonly kept: PromiseWithResolvers<void>;
}

interface Claiming {
  readonly claim: SlotClaim;
  readonly claimed: PromiseWithResolvers<Claimed>;
}

/** Batch size; a statement has at most 65,535 parameters. */
const AT_ONCE = 1_000;
const CLAIM_LIMIT_MS = 5_000;
const RECORD_LIMIT_MS = 8_000;
const RETRY_INTERVAL_MS = 5_000;
/** Locations seen within this time may have been cut off as long as this one, and have results of the same slots. */
const OTHER_LOCATIONS_WITHIN_MS = DAY_MS;

/** Opens the spool and the store of results over it; throws when the spool cannot be written. */
export async function openResultStore(options: ResultStoreOptions): Promise<ResultStore> {
  const { dataDirectory, spoolMegabytes = DEFAULT_SPOOL_MEGABYTES, metrics, log } = options;
  const spool = await openSpool({
    directory: path.join(dataDirectory, "spool"),
    prober: options.prober,
    maximumBytes: spoolMegabytes * 1024 * 1024,
    onDropped: (results) => {
      metrics.countLost("spool_full", results);
      log.error({ results, spoolMegabytes }, "the spool is full: its oldest results are given up");
    },
    onUnwritable: (error) => {
      log.error({ err: error }, "the spool cannot be written: results wait in memory until it can");
    },
    onWritable: () => log.info("the spool can be written again"),
    onLost: (results) => {
      metrics.countLost("spool_unwritable", results);
      log.error({ results }, "the spool cannot be written: results that waited are given up");
    },
    onUnreadable: (file, line) => {
      metrics.countLost("unreadable", 1);
      log.warn({ file, line: line.slice(0, 200) }, "a spooled line is no result, or half of one");
    },
  });
  const store = new ResultStore(options, spool);
  metrics.followStore(store, options.now);
  return store;
}

/** Stores results in the database, or in the spool while that is away and until the spooled ones are stored. */
export class ResultStore {
  readonly spool: Spool;
  readonly clock: ClockWatch;
  readonly presence: DatabasePresence;
  readonly #options: ResultStoreOptions;
  /** Claims that wait while others are being made. */
  #claims: Claiming[] = [];
  #claiming = false;
  /** Results that wait while a batch of others is being recorded. */
  #queue: Queued[] = [];
  readonly #arrivals = new ArrivalRate();
  #recording = false;
  #enrolling: Promise<void> | undefined;
  #replaying: Promise<void> | undefined;
  /** While true results go to the spool; false again when it is nearly empty. */
  #spooling = false;
  #triedMs = -Infinity;

  constructor(options: ResultStoreOptions, spool: Spool) {
    const { db, now, log, metrics } = options;
    const { databaseNow = () => readDatabaseClock(db) } = options;
    this.#options = options;
    this.spool = spool;
    this.presence = new DatabasePresence(options);
    const onCompared = (differenceMs: number): void => metrics.showClock(differenceMs);
    this.clock = new ClockWatch({ now, databaseNow, log, onCompared });
  }

  /** Whether the database could be reached when it was last used. */
  get isDatabaseUp(): boolean {
    return this.presence.isUp;
  }

  /** Returns whether the database is available and this clock is right, so that work that depends on the time may be done. */
  async mayWrite(): Promise<boolean> {
    try {
      return this.isDatabaseUp && !(await this.clock.isOff());
    } catch (error) {
      this.presence.noteFault(error);
      return false;
    }
  }

  /**
   * Enrolls, and stores what an earlier prober left in the spool, before anything else is recorded: otherwise its time would be
   * recorded as silence. While the database is away this is left for later.
   */
  async begin(): Promise<void> {
    const { onRecorded, db, now } = this.#options;
    try {
      await this.enroll();
      if (this.spool.count > 0) await this.#replay();
      if (!this.isDatabaseUp) return;
      // Closes intervals that a killed prober left open, where its observations end.
      onRecorded(await recordPassingTime(db, now() - (await this.clock.differenceMs())));
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.presence.noteFault(error);
    }
  }

  /** Writes the rows that results refer to, once the database is first available; rejects while it is away. */
  async enroll(): Promise<void> {
    this.#enrolling ??= this.#enroll();
    try {
      await this.#enrolling;
    } catch (error) {
      this.#enrolling = undefined;
      throw error;
    }
  }

  async #enroll(): Promise<void> {
    // The rows are dated by the database's clock, since this one may be off.
    await this.#options.enroll(this.#options.now() - (await this.clock.differenceMs()));
  }

  /** Claims a slot for this prober. */
  claim(claim: SlotClaim): Promise<Claimed> {
    const claimed = Promise.withResolvers<Claimed>();
    this.#claims.push({ claim, claimed });
    // Claims of the same moment are made in one batch.
    queueMicrotask(() => void this.#claimWaiting());
    return claimed.promise;
  }

  /**
   * Keeps the result of a run, whether or not it could be claimed; resolves when it is stored, spooled, or refused by the
   * database and counted as lost.
   */
  async keep(run: SlotRun, claimed: "ours" | "unclaimed"): Promise<void> {
    if (claimed !== "ours" || !this.isDatabaseUp || this.#spooling) return this.#append(run);
    const kept = Promise.withResolvers<void>();
    this.#queue.push({ run, kept });
    this.#arrivals.note(this.#options.now());
    void this.#recordQueue();
    await kept.promise;
  }

  /**
   * Does the periodic work: notes that this prober was seen, updates components for the time that has passed, empties the
   * spool.
   */
  async sweep(nowMs: number): Promise<void> {
    if (this.isDatabaseUp) {
      await within(RECORD_LIMIT_MS, this.#passTime(nowMs)).catch((error: unknown) =>
        this.presence.noteFault(error),
      );
    }
    await this.retry(nowMs);
  }

  /** Tries to store what is spooled, every five seconds at most. */
  async retry(nowMs: number): Promise<void> {
    if (this.#replaying !== undefined) return;
    if (this.isDatabaseUp && this.spool.count === 0) return;
    if (Math.abs(nowMs - this.#triedMs) < RETRY_INTERVAL_MS) return;
    this.#triedMs = nowMs;
    await this.#replay();
  }

  async #passTime(nowMs: number): Promise<void> {
    const { db, onRecorded, onSeen } = this.#options;
    if (await this.clock.isOff()) return;
    // A replay, which may take minutes, writes itself from which slot on results are missing.
    const isReplaying = this.#replaying !== undefined;
    await this.#writeSeen(nowMs, isReplaying ? {} : { spooled_from: null });
    await onSeen(nowMs);
    if (isReplaying || this.spool.count > 0) return;
    onRecorded(await recordPassingTime(db, nowMs));
  }

  async #claimWaiting(): Promise<void> {
    if (this.#claiming) return;
    this.#claiming = true;
    while (this.#claims.length > 0) await this.#claimBatch(this.#claims.splice(0, AT_ONCE));
    this.#claiming = false;
  }

  async #claimBatch(batch: readonly Claiming[]): Promise<void> {
    const { db, now } = this.#options;
    let ours: ReadonlySet<string> | undefined;
    try {
      if (this.isDatabaseUp && (await this.clock.isOff())) {
        for (const { claimed } of batch) claimed.resolve("clock_off");
        return;
      }
      const claimedAtMs = now();
      const claims = batch.map(({ claim }) => ({ ...claim, claimedAtMs }));
      if (this.isDatabaseUp) ours = await within(CLAIM_LIMIT_MS, insertClaims(db, claims));
    } catch (error) {
      this.presence.noteFault(error);
    }
    for (const { claim, claimed } of batch) {
      if (ours === undefined) claimed.resolve("unclaimed");
      else claimed.resolve(ours.has(claim.checkId) ? "ours" : "taken");
    }
  }

  async #recordQueue(): Promise<void> {
    if (this.#recording || this.#replaying !== undefined) return;
    this.#recording = true;
    const { now, gather } = this.#options;
    while (this.#queue.length > 0 && this.#replaying === undefined) {
      const begunMs = now();
      await this.#record(this.#queue.splice(0, AT_ONCE));
      // With many results, a transaction for each would cost more than its check.
      if (this.#arrivals.areMany(now())) await gather(now() - begunMs);
    }
    this.#recording = false;
  }

  /**
   * Records a batch in one transaction; if it is refused, records each run on its own, so that one bad run does not lose the
   * others.
   */
  async #record(batch: readonly Queued[]): Promise<void> {
    const { db, now, onRecorded, metrics, log } = this.#options;
    const runs = batch.map(({ run }) => run);
    try {
      // If the clock was set while a check ran, the result waits in the spool until the clock is right again.
      if (!this.isDatabaseUp || (await this.clock.isOff())) return this.#spool(batch);
      const recorded = await within(RECORD_LIMIT_MS, recordRuns(db, runs, now()));
      onRecorded(recorded);
      for (const { checkId, result } of recorded.agreed) metrics.countAgreed(checkId, result);
      metrics.showDrifts(recorded.drifts);
      for (const { kept } of batch) kept.resolve();
    } catch (error) {
      if (isDatabaseAway(error)) {
        this.presence.noteFault(error);
        // It may have been stored nevertheless: a replay finds that out.
        this.#spool(batch);
      } else if (batch.length === 1) {
        // A result that cannot be stored is logged and counted, and blocks nothing.
        log.error({ err: error, runs }, "a result is refused and given up");
        metrics.countLost("refused", 1);
        for (const { kept } of batch) kept.resolve();
      } else {
        for (const one of batch) await this.#record([one]);
      }
    }
  }

  #spool(batch: readonly Queued[]): void {
    for (const { run, kept } of batch) this.#append(run).then(kept.resolve, kept.reject);
  }

  /** Appends a result to the spool. The results of other locations are unknown then, so it counts by itself. */
  async #append(run: SlotRun): Promise<void> {
    const result = run.attempts.at(-1)?.result ?? "prober_error";
    if (result !== "prober_error") this.#options.metrics.countAgreed(run.checkId, result);
    await this.spool.append(run);
  }

  async #replay(): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#replaying = done.promise;
    this.#spooling = true;
    const { log, now, onRecorded } = this.#options;
    try {
      await this.enroll();
      if (await this.clock.isOff()) return;
      const oldestMs = this.spool.oldestSlotMs;
      const spooled_from = oldestMs === undefined ? null : new Date(oldestMs);
      await within(CLAIM_LIMIT_MS, this.#writeSeen(now(), { spooled_from }));
      this.presence.noteBack();
      if (await this.#hasOtherLocations()) await this.#options.settle();
      const { runs, stored, recorded } = await replaySpool({
        ...this.#options,
        spool: this.spool,
        // New results wait in memory from now on, or a busy prober would never see its spool empty.
        onNearlyEmpty: () => (this.#spooling = false),
        onAllStored: () => this.#writeSeen(now(), { spooled_from: null }),
      });
      recorded.forEach(onRecorded);
      if (runs > 0) log.info({ results: runs, stored }, "spooled results are stored");
    } catch (error) {
      this.presence.noteFault(error);
    } finally {
      this.#spooling = false;
      this.#replaying = undefined;
      done.resolve();
    }
    await this.#recordQueue();
  }

  /** Writes that the prober is alive, and the first slot for which it has results that are not stored if that has changed. */
  async #writeSeen(nowMs: number, change: { readonly spooled_from?: Date | null }): Promise<void> {
    const { db, prober } = this.#options;
    await db
      .updateTable("probers")
      .set({ last_seen_at: new Date(nowMs), ...change })
      .where("id", "=", prober)
      .execute();
  }

  /** Returns whether probers of other locations may have results of the same slots. */
  async #hasOtherLocations(): Promise<boolean> {
    const { db, location, now } = this.#options;
    const row = await db
      .selectFrom("probers")
      .select("id")
      .where("location", "!=", location)
      .where("last_seen_at", ">", new Date(now() - OTHER_LOCATIONS_WITHIN_MS))
      .executeTakeFirst();
    return row !== undefined;
  }
}
