import { HOUR_MS } from "#units/time.ts";
import { sql } from "kysely";
import type { DatabaseTransaction } from "#migrations/status/schema.ts";
import type { SlotRun, StoredObservation } from "../domain/observation.ts";
import type { LocationReport } from "../domain/verdict.ts";

/** Inserts the results of `runs`; for a slot that has results already, none are added. */
export async function insertObservations(
  transaction: DatabaseTransaction,
  runs: readonly SlotRun[],
  nowMs: number,
): Promise<void> {
  const rows = runs.flatMap(rowsOf);
  if (rows.length === 0) return;
  await transaction
    .insertInto("observations")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await markFiguresStale(transaction, runs, nowMs);
}

/** Returns the `runs` whose slot has no stored results; of two runs of one slot, the first. */
export async function withoutStored(
  transaction: DatabaseTransaction,
  runs: readonly SlotRun[],
): Promise<SlotRun[]> {
  if (runs.length === 0) return [];
  const slotsMs = runs.map(({ slotMs }) => slotMs);
  const ids = runs.map(({ checkId }) => checkId);
  const slots = slotsMs.map((slotMs) => new Date(slotMs).toISOString());
  const locations = runs.map(({ location }) => location);
  // Arrays, because a thousand conditions take longer to plan than to execute; the bounds limit the partitions.
  const { rows } = await sql<{ check_id: string; slot: Date; location: string }>`
    select distinct check_id, slot, location from observations
    where slot >= ${new Date(Math.min(...slotsMs))} and slot <= ${new Date(Math.max(...slotsMs))}
      and (check_id, slot, location) in (
        select * from unnest(${ids}::text[], ${slots}::timestamptz[], ${locations}::text[])
      )`.execute(transaction);
  const known = new Set(rows.map((row) => keyOf(row.check_id, row.slot.getTime(), row.location)));
  return runs.filter((run) => {
    const key = keyOf(run.checkId, run.slotMs, run.location);
    return known.has(key) ? false : known.add(key);
  });
}

function keyOf(checkId: string, slotMs: number, location: string): string {
  return `${checkId} ${slotMs} ${location}`;
}

/** Reads the reports of each check in the slots after `afterMs` and before `beforeMs`, by check id. */
export async function loadReports(
  transaction: DatabaseTransaction,
  checkIds: readonly string[],
  afterMs: number,
  beforeMs: number,
): Promise<Map<string, LocationReport[]>> {
  const rows = await transaction
    .selectFrom("observations")
    .select(["check_id", "location", "slot", "started_at", "duration_ms", "result", "reason"])
    .select("counted")
    .where("check_id", "in", checkIds)
    .where("slot", ">", new Date(afterMs))
    .where("slot", "<", new Date(beforeMs))
    .execute();
  const firstFailedMs = new Map(
    rows
      .filter(({ counted, result }) => !counted && result === "failed")
      .map((row) => [
        keyOf(row.check_id, row.slot.getTime(), row.location),
        row.started_at.getTime(),
      ]),
  );
  const startOf = (row: (typeof rows)[number]): number => {
    const key = keyOf(row.check_id, row.slot.getTime(), row.location);
    const first = row.result === "failed" ? firstFailedMs.get(key) : undefined;
    return first ?? row.started_at.getTime();
  };
  const confirmed = new Map(
    rows.flatMap((row) => {
      const { counted, result, started_at } = row;
      if (counted || (result !== "ok" && result !== "degraded")) return [];
      const key = keyOf(row.check_id, row.slot.getTime(), row.location);
      return [[key, { result, startedAtMs: started_at.getTime() }] as const];
    }),
  );
  const reports = Map.groupBy(
    rows.filter(({ counted }) => counted),
    (row) => row.check_id,
  );
  return new Map(
    [...reports].map(([checkId, ofCheck]) => [
      checkId,
      ofCheck.map((row) => ({
        location: row.location,
        slotMs: row.slot.getTime(),
        // A failure is dated to its first attempt.
        startedAtMs: startOf(row),
        endedAtMs: row.started_at.getTime() + row.duration_ms,
        result: row.result,
        reason: row.reason,
        confirms: confirmed.get(keyOf(row.check_id, row.slot.getTime(), row.location)) ?? null,
      })),
    ]),
  );
}

function rowsOf(run: SlotRun) {
  const last = run.attempts.at(-1);
  const hasPassed = ({ result }: StoredObservation): boolean =>
    result === "ok" || result === "degraded";
  return run.attempts.map((attempt, index) => ({
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
    clip: attempt.clip ?? null,
    counted: attempt === last,
    retried: attempt.result === "ok" && !run.attempts.slice(0, index).every(hasPassed),
  }));
}

/** Marks the past hours of `runs` for computing their figures again, as these may exist already. */
async function markFiguresStale(
  transaction: DatabaseTransaction,
  runs: readonly SlotRun[],
  nowMs: number,
): Promise<void> {
  const hours = new Set(runs.map(({ slotMs }) => Math.floor(slotMs / HOUR_MS) * HOUR_MS));
  const over = [...hours].filter((hourMs) => hourMs + HOUR_MS <= nowMs).sort((a, b) => a - b);
  if (over.length === 0) return;
  // Always written, even if already marked: the row's lock blocks a transaction that computes the figures.
  await transaction
    .insertInto("figure_hours")
    .values(over.map((hourMs) => ({ hour: new Date(hourMs), computed_at: null })))
    .onConflict((conflict) => conflict.column("hour").doUpdateSet({ computed_at: null }))
    .execute();
}
