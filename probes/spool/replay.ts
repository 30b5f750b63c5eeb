import type { Logger } from "pino";
import type { Database } from "#migrations/status/schema.ts";
import { isDatabaseAway } from "#database/database-away.ts";
import { judgeLate, storeLate } from "../results/late-results.ts";
import type { Recorded } from "../results/recorder.ts";
import { aheadFromMs } from "#monitor/domain/clock.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import type { ProberMetrics } from "../metrics/prober-metrics.ts";
import type { Spool, SpooledFile } from "./spool.ts";

/** Dependencies of a replay, and callbacks that report its progress. */
interface ReplayOptions {
  readonly db: Database;
  readonly spool: Spool;
  readonly metrics: ProberMetrics;
  readonly log: Logger;
  readonly now: () => number;
  /** Called when the backlog is so short that new results need not be spooled behind it. */
  readonly onNearlyEmpty: () => void;
  /** Called when all of it is in the database, and about to be judged. */
  readonly onAllStored: () => Promise<void>;
}

const BATCH_RUNS = 200;
const NEARLY_EMPTY_RUNS = 1_000;

/**
 * Stores everything that is spooled, oldest first, then judges it in the order of observation. Returns how many runs there
 * were, how many of them the database did not have yet, and what followed from them. Rejects when the database goes away again.
 *
 * Files are deleted last: however a replay ends, the next one processes all of it again.
 */
export async function replaySpool(
  options: ReplayOptions,
): Promise<{ runs: number; stored: number; recorded: readonly Recorded[] }> {
  const { db, spool, now } = options;
  const files = new Map<string, SpooledFile>();
  let [runs, stored, oldestSlotMs, isNearlyEmpty] = [0, 0, Infinity, false];
  while (!isNearlyEmpty) {
    isNearlyEmpty = spool.count - runs < NEARLY_EMPTY_RUNS;
    if (isNearlyEmpty) options.onNearlyEmpty();
    for (const file of await spool.files()) {
      if (files.has(file.path)) continue;
      files.set(file.path, file);
      const ofFile = withoutAhead(await file.read(), options);
      for (let first = 0; first < ofFile.length; first += BATCH_RUNS) {
        stored += await storeBatch(ofFile.slice(first, first + BATCH_RUNS), options);
      }
      runs += ofFile.length;
      oldestSlotMs = ofFile.reduce((oldest, run) => Math.min(oldest, run.slotMs), oldestSlotMs);
    }
  }
  await options.onAllStored();
  const recorded = runs === 0 ? [] : await judgeLate(db, oldestSlotMs, now());
  for (const file of files.values()) await file.done();
  return { runs, stored, recorded };
}

/** Drops results that are dated in the future: they were spooled while the clock was ahead. */
function withoutAhead(runs: readonly SlotRun[], options: ReplayOptions): readonly SlotRun[] {
  const aheadMs = aheadFromMs(options.now());
  const kept = runs.filter(({ slotMs }) => slotMs < aheadMs);
  const results = runs.length - kept.length;
  if (results > 0) {
    options.log.error({ results }, "spooled results are of the future and given up");
    options.metrics.countLost("wrong_clock", results);
  }
  return kept;
}

/**
 * Stores a batch in one transaction; if it is refused, stores each run on its own, so that one bad run does not lose the
 * others.
 */
async function storeBatch(runs: readonly SlotRun[], options: ReplayOptions): Promise<number> {
  try {
    return await storeLate(options.db, runs, options.now());
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (runs.length === 1) {
      options.log.error({ err: error, run: runs[0] }, "a spooled result is refused and given up");
      options.metrics.countLost("refused", 1);
      return 0;
    }
    let stored = 0;
    for (const run of runs) stored += await storeBatch([run], options);
    return stored;
  }
}
