import { DAY_MS } from "#units/time.ts";
import type { Database } from "#migrations/status/schema.ts";
import { forgetDrifts } from "#monitor/store/drifts.ts";
import { deleteFiguresBefore } from "#monitor/store/hourly-figures.ts";
import { forgetRequestedRuns } from "#monitor/store/requested-runs.ts";
import {
  dropPartitionsBefore,
  makePartitionsAhead,
} from "#monitor/store/observation-partitions.ts";

const CLAIMS_KEPT_MS = 2 * DAY_MS;
const PROBERS_KEPT_MS = 90 * DAY_MS;
const FIGURES_KEPT_MS = 2 * 365 * DAY_MS;

/** How long observations are kept unless OBSERVATION_DAYS says otherwise. */
export const DEFAULT_OBSERVATION_DAYS = 90;

/**
 * Deletes what is past its retention: observations, evidence and drifts after `observationDays`, claims after two days, hourly
 * figures after two years, probers not seen for 90 days, runs on request after a day. Creates the partitions for observations
 * of the next days.
 */
export async function keepInBounds(
  db: Database,
  nowMs: number,
  observationDays = DEFAULT_OBSERVATION_DAYS,
): Promise<void> {
  const before = (keptMs: number): Date => new Date(nowMs - keptMs);
  const observationsKeptMs = observationDays * DAY_MS;
  await makePartitionsAhead(db, nowMs);
  await db.deleteFrom("evidence").where("slot", "<", before(observationsKeptMs)).execute();
  await forgetRequestedRuns(db, nowMs);
  await db.deleteFrom("slot_claims").where("slot", "<", before(CLAIMS_KEPT_MS)).execute();
  await forgetDrifts(db, nowMs - observationsKeptMs);
  await deleteFiguresBefore(db, nowMs - FIGURES_KEPT_MS);
  await db.deleteFrom("probers").where("last_seen_at", "<", before(PROBERS_KEPT_MS)).execute();
  // Last, since it fails while a backup reads the partitions; it is tried again next time.
  await dropPartitionsBefore(db, nowMs - observationsKeptMs);
}
