import type { Selectable } from "kysely";
import type { RequestedRunTable } from "#migrations/status/console-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import { REQUESTED_RUN_LIMITS, requestedRunState } from "../domain/requested-run.ts";
import type { StoredObservation } from "../domain/observation.ts";
import { newId } from "./new-id.ts";

/** A run that a person requested. */
export type RequestedRun = ReturnType<typeof requestedRunOf>;

/** A person's request for a run. */
export type RequestedFor = Pick<RequestedRun, "checkId" | "location" | "replays" | "requestedBy">;

/** The outcome of a requested run. */
export interface RequestedRunOutcome extends Pick<
  StoredObservation,
  "result" | "reason" | "message" | "attempt" | "durationMs" | "phases" | "measures"
> {
  /** The id of its evidence; null if none is kept. */
  readonly evidenceId: string | null;
}

/** Stores a request for a run. */
export async function insertRequestedRun(
  db: Database,
  { checkId, location, replays, requestedBy }: RequestedFor,
  nowMs: number,
): Promise<RequestedRun> {
  const row = await db
    .insertInto("asked_runs")
    .values({
      id: newId(),
      check_id: checkId,
      location,
      replays,
      asked_by: requestedBy,
      asked_at: new Date(nowMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return requestedRunOf(row, nowMs);
}

/** Reads a requested run with its state at `nowMs`; undefined if there is none. */
export async function readRequestedRun(
  db: Database,
  id: string,
  nowMs: number,
): Promise<RequestedRun | undefined> {
  const row = await db.selectFrom("asked_runs").selectAll().where("id", "=", id).executeTakeFirst();
  return row && requestedRunOf(row, nowMs);
}

/** Reads the requested runs that wait or run at `nowMs`. */
export async function readOpenRequestedRuns(db: Database, nowMs: number): Promise<RequestedRun[]> {
  const rows = await db
    .selectFrom("asked_runs")
    .selectAll()
    .where("done_at", "is", null)
    .where((is) =>
      is.or([
        is.and([is("taken_at", "is", null), is("asked_at", ">", waitingSince(nowMs))]),
        is("ends_by", ">", new Date(nowMs)),
      ]),
    )
    .execute();
  return rows.map((row) => requestedRunOf(row, nowMs));
}

/** Reads the requested runs that wait for a prober of a location, the oldest first. */
export async function readWaitingRuns(db: Database, location: string, nowMs: number) {
  return db
    .selectFrom("asked_runs")
    .select(["id", "check_id as checkId", "replays"])
    .where("location", "=", location)
    .where("taken_at", "is", null)
    .where("asked_at", ">", waitingSince(nowMs))
    .orderBy("asked_at")
    .execute();
}

/** Takes a run for a prober, which ends it by `endsByMs`; returns false if another prober has it. */
export async function takeRequestedRun(
  db: Database,
  id: string,
  { prober, nowMs, endsByMs }: { prober: string; nowMs: number; endsByMs: number },
): Promise<boolean> {
  const row = await db
    .updateTable("asked_runs")
    .set({ prober, taken_at: new Date(nowMs), ends_by: new Date(endsByMs) })
    .where("id", "=", id)
    .where("taken_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the outcome of a run. */
export async function finishRequestedRun(
  db: Database,
  id: string,
  outcome: RequestedRunOutcome,
  nowMs: number,
): Promise<void> {
  const { result, reason, message, attempt, durationMs, phases, measures, evidenceId } = outcome;
  await db
    .updateTable("asked_runs")
    .set({
      done_at: new Date(nowMs),
      result,
      reason,
      message,
      attempt,
      duration_ms: durationMs,
      phases: JSON.stringify(phases),
      measures: JSON.stringify(measures),
      evidence_id: evidenceId,
    })
    .where("id", "=", id)
    .execute();
}

/** Deletes the runs that are older than a day. */
export async function forgetRequestedRuns(db: Database, nowMs: number): Promise<void> {
  const before = new Date(nowMs - REQUESTED_RUN_LIMITS.keptMs);
  await db.deleteFrom("asked_runs").where("asked_at", "<", before).execute();
}

function waitingSince(nowMs: number): Date {
  return new Date(nowMs - REQUESTED_RUN_LIMITS.takenWithinMs);
}

function requestedRunOf(row: Selectable<RequestedRunTable>, nowMs: number) {
  const requestedAtMs = row.asked_at.getTime();
  const endsByMs = row.ends_by?.getTime() ?? null;
  const doneAtMs = row.done_at?.getTime() ?? null;
  return {
    id: row.id,
    checkId: row.check_id,
    location: row.location,
    replays: row.replays,
    requestedBy: row.asked_by,
    state: requestedRunState({ requestedAtMs, endsByMs, doneAtMs }, nowMs),
    requestedAtMs,
    takenAtMs: row.taken_at?.getTime() ?? null,
    doneAtMs,
    result: row.result,
    reason: row.reason,
    message: row.message,
    attempt: row.attempt,
    durationMs: row.duration_ms,
    phases: row.phases,
    measures: row.measures,
    evidenceId: row.evidence_id,
  };
}
