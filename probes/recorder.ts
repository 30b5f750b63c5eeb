import type { Kysely, Transaction } from "kysely";

import type { StatusDatabase } from "#migrations/status/schema.ts";

import { updateHistory } from "./component-history.ts";
import { updateIncidents } from "./incident-store.ts";
import type { ComponentNow, IncidentAction } from "./incidents.ts";
import { type MaintenanceAction, updateMaintenances } from "./maintenance-store.ts";
import { withPartitions } from "./observation-partitions.ts";
import type { Observation } from "./observation.ts";
import { type CheckState, judge, type LocationReport } from "./verdict.ts";

/** What one check found in one slot: one attempt, or two when the first failed. */
export interface SlotRun {
  readonly checkId: string;
  readonly periodMs: number;
  readonly location: string;
  /** `probers.id` */
  readonly prober: string;
  readonly slotMs: number;
  readonly attempts: readonly Observation[];
}

/** What readers see now, after something was recorded. */
export interface Recorded {
  readonly components: readonly ComponentNow[];
  readonly incidentActions: readonly IncidentAction[];
  readonly maintenanceActions: readonly MaintenanceAction[];
}

/** A prober that was not seen for so long is taken for gone: its location is not waited for. */
const PROBER_GONE_AFTER_MS = 2 * 60_000;
const KNOWN_FOR_PERIODS = 3;

/** Stores a run with the verdict, the intervals and the incidents that follow from it, in one transaction. */
export function recordRun(
  db: Kysely<StatusDatabase>,
  run: SlotRun,
  nowMs: number,
): Promise<Recorded> {
  return withPartitions(db, [run.slotMs], () =>
    inTurn(db, nowMs, async (transaction) => {
      await insertObservations(transaction, run);
      await updateCheckState(transaction, run, nowMs);
      return { ...(await bringUpToDate(transaction, nowMs)), changed: true };
    }),
  );
}

/** Stores what follows from time alone: components that are no longer observed, incidents that are over. */
export function recordPassingTime(db: Kysely<StatusDatabase>, nowMs: number): Promise<Recorded> {
  return inTurn(db, nowMs, (transaction) => bringUpToDate(transaction, nowMs));
}

/**
 * Runs `work` in a transaction that waits for other recording ones, and moves the revision on when
 * it changed something: two probers see each other's verdicts and open one incident, not two.
 */
function inTurn(
  db: Kysely<StatusDatabase>,
  nowMs: number,
  work: (transaction: Transaction<StatusDatabase>) => Promise<Recorded & { changed: boolean }>,
): Promise<Recorded> {
  return db.transaction().execute(async (transaction) => {
    await transaction.selectFrom("revision").select("number").forUpdate().executeTakeFirstOrThrow();
    const { changed, ...recorded } = await work(transaction);
    if (changed) await moveRevision(transaction, nowMs);
    return recorded;
  });
}

/** Tells readers that something they see has changed. */
export async function moveRevision(db: Kysely<StatusDatabase>, nowMs: number): Promise<void> {
  await db
    .updateTable("revision")
    .set((row) => ({ number: row("number", "+", 1), changed_at: new Date(nowMs) }))
    .execute();
}

async function bringUpToDate(
  transaction: Transaction<StatusDatabase>,
  nowMs: number,
): Promise<Recorded & { changed: boolean }> {
  const { components, changed } = await updateHistory(transaction, nowMs);
  const maintenanceActions = await updateMaintenances(transaction, components, nowMs);
  const incidentActions = await updateIncidents(transaction, components, nowMs);
  const told = maintenanceActions.length + incidentActions.length > 0;
  return { components, incidentActions, maintenanceActions, changed: changed || told };
}

async function insertObservations(
  transaction: Transaction<StatusDatabase>,
  run: SlotRun,
): Promise<void> {
  const last = run.attempts.at(-1);
  await transaction
    .insertInto("observations")
    .values(
      run.attempts.map((attempt) => ({
        check_id: run.checkId,
        location: run.location,
        slot: new Date(run.slotMs),
        attempt: attempt.attempt,
        prober: run.prober,
        started_at: new Date(attempt.startedAtMs),
        duration_ms: attempt.durationMs,
        result: attempt.result,
        reason: attempt.reason,
        message: attempt.message,
        phases: JSON.stringify(attempt.phases),
        measures: JSON.stringify(attempt.measures),
        counted: attempt === last,
        retried: attempt.attempt > 1 && attempt.result === "ok",
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function updateCheckState(
  transaction: Transaction<StatusDatabase>,
  run: SlotRun,
  nowMs: number,
): Promise<void> {
  const observed = run.attempts.at(-1);
  if (observed === undefined || observed.result === "prober_error") return;
  const stored = await loadState(transaction, run.checkId);
  const isStale = stored !== null && stored.knownUntilMs <= run.slotMs;
  // Older ones are as good as not observed, and may be of a time when the check was another.
  const horizonMs = run.slotMs - KNOWN_FOR_PERIODS * run.periodMs;
  const afterMs = Math.max(stored?.state.lastSlotMs ?? horizonMs, horizonMs);
  const reports = await loadReports(transaction, run.checkId, afterMs);
  const locations = await loadLiveLocations(transaction, nowMs);
  const state = judge(isStale ? null : (stored?.state ?? null), reports, locations);
  if (state === null) return;
  const knownUntilMs = Math.max(
    observed.startedAtMs + KNOWN_FOR_PERIODS * run.periodMs,
    stored?.knownUntilMs ?? 0,
  );
  const row = {
    verdict: state.verdict,
    since: state.sinceMs === null ? null : new Date(state.sinceMs),
    reason: state.reason,
    last_slot: new Date(state.lastSlotMs),
    last_result: state.lastResult,
    known_until: new Date(knownUntilMs),
  };
  await transaction
    .insertInto("check_states")
    .values({ check_id: run.checkId, ...row })
    .onConflict((conflict) => conflict.column("check_id").doUpdateSet(row))
    .execute();
}

async function loadState(
  transaction: Transaction<StatusDatabase>,
  checkId: string,
): Promise<{ state: CheckState; knownUntilMs: number } | null> {
  const row = await transaction
    .selectFrom("check_states")
    .selectAll()
    .where("check_id", "=", checkId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    knownUntilMs: row.known_until.getTime(),
    state: {
      verdict: row.verdict,
      sinceMs: row.since?.getTime() ?? null,
      reason: row.reason,
      lastSlotMs: row.last_slot.getTime(),
      lastResult: row.last_result,
    },
  };
}

/** What was found in the slots after `afterSlotMs`, which are not judged yet. */
async function loadReports(
  transaction: Transaction<StatusDatabase>,
  checkId: string,
  afterSlotMs: number,
): Promise<LocationReport[]> {
  const rows = await transaction
    .selectFrom("observations")
    .select(["location", "slot", "result", "reason"])
    .where("check_id", "=", checkId)
    .where("counted", "=", true)
    .where("slot", ">", new Date(afterSlotMs))
    .execute();
  return rows.map((row) => ({
    location: row.location,
    slotMs: row.slot.getTime(),
    result: row.result,
    reason: row.reason,
  }));
}

async function loadLiveLocations(
  transaction: Transaction<StatusDatabase>,
  nowMs: number,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom("probers")
    .select("location")
    .distinct()
    .where("last_seen_at", ">", new Date(nowMs - PROBER_GONE_AFTER_MS))
    .execute();
  return rows.map((row) => row.location);
}
