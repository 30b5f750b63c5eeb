import { HOUR_MS, MINUTE_MS } from "#units/time.ts";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import { loadStates, loadAwaitedLocations, storeStates } from "#monitor/store/check-states.ts";
import { loadMaintenanceWindows } from "#monitor/store/maintenances-now.ts";
import { withPartitions } from "#monitor/store/observation-partitions.ts";
import { insertObservations, withoutStored } from "#monitor/store/observations.ts";
import { insertClaims } from "#monitor/store/slot-claims.ts";
import { changeUnderLock } from "#monitor/store/revision.ts";
import { loadJudgedReports } from "./judged-reports.ts";
import { bringUpToDate, type Recorded } from "./recorder.ts";
import { aheadFromMs } from "#monitor/domain/clock.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import {
  type CheckState,
  isVerdictChanged,
  judge,
  type JudgedSlot,
  reportLifetimeMs,
} from "#monitor/domain/verdict.ts";

/** While late results are judged, components are updated in steps of this length, as by the sweeps of a prober. */
const STEP_MS = MINUTE_MS;

/**
 * Stores runs that come late, without judging them; returns how many of them were new.
 *
 * A slot that has results keeps them: both probers of a pair ran it, or it was stored before a replay broke off. A new slot
 * also gets a claim, unless it has one, so that it is seen to have been run.
 */
export async function storeLate(
  db: Database,
  runs: readonly SlotRun[],
  nowMs: number,
): Promise<number> {
  const slotsMs = runs.map(({ slotMs }) => slotMs);
  return await withPartitions(db, slotsMs, () =>
    changeUnderLock(db, nowMs, async (transaction) => {
      const fresh = await withoutStored(transaction, runs);
      await insertObservations(transaction, fresh, nowMs);
      await insertClaims(
        transaction,
        fresh.map((run) => ({ ...run, claimedAtMs: run.attempts[0]?.startedAtMs ?? run.slotMs })),
      );
      await extendLives(transaction, fresh);
      return { result: fresh.length, changed: fresh.length > 0 };
    }),
  );
}

/**
 * Judges observations since `fromMs` that were not judged yet, in the order in which they were made, and writes what follows
 * from them as of that time: an outage that came and went while the database was away gets its interval and its incident.
 *
 * Slots for which another prober has results that are not stored yet are left to that prober.
 */
export async function judgeLate(db: Database, fromMs: number, nowMs: number): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (let hourMs = Math.floor(fromMs / HOUR_MS) * HOUR_MS; hourMs <= nowMs; hourMs += HOUR_MS) {
    const ofHour = await changeUnderLock(db, nowMs, async (transaction) => {
      const steps = await stepsOf(transaction, hourMs, nowMs);
      return { result: await takeSteps(transaction, steps), changed: steps.length > 0 };
    });
    recorded.push(...ofHour);
  }
  return recorded;
}

interface Step extends JudgedSlot {
  readonly checkId: string;
  readonly before: CheckState | undefined;
}

/** Returns the judged slots of an hour for every check, in the order in which they were observed. */
async function stepsOf(
  transaction: DatabaseTransaction,
  hourMs: number,
  nowMs: number,
): Promise<Step[]> {
  const checks = await transaction
    .selectFrom("checks")
    .select(["id", "component_id", "period_seconds"])
    .where("removed_at", "is", null)
    .execute();
  if (checks.length === 0) return [];
  const maintained = await loadMaintenanceWindows(transaction);
  const stored = await loadStates(transaction, nowMs);
  const waiting = await loadAwaitedLocations(transaction, nowMs);
  const judgedSince = checks.map(({ id, period_seconds }) => ({
    checkId: id,
    afterMs: hourMs - reportLifetimeMs(period_seconds * 1000),
  }));
  const beforeMs = Math.min(hourMs + HOUR_MS, aheadFromMs(nowMs));
  const reports = await loadJudgedReports(transaction, judgedSince, beforeMs);
  return checks
    .flatMap(({ id, component_id, period_seconds }): Step[] => {
      const periodMs = period_seconds * 1000;
      const ofCheck = reports.get(id) ?? [];
      const state = stored.get(id);
      const windows = maintained.get(component_id) ?? [];
      const judged = judge(state ?? null, ofCheck, { periodMs, windows, ...waiting });
      return judged.map((slot, index) => ({
        ...slot,
        checkId: id,
        before: judged[index - 1]?.state ?? state,
      }));
    })
    .sort((a, b) => a.endedAtMs - b.endedAtMs || a.slotMs - b.slotMs);
}

async function takeSteps(
  transaction: DatabaseTransaction,
  steps: readonly Step[],
): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const states = new Map<string, CheckState>();
  let upToDateMs = -Infinity;
  const catchUp = async (atMs: number): Promise<void> => {
    await storeStates(transaction, states);
    states.clear();
    recorded.push((await bringUpToDate(transaction, atMs)).result);
    upToDateMs = atMs;
  };
  for (const { checkId, endedAtMs, before, state } of steps) {
    // First update the components for the time that has passed: the step may end a silence.
    if (endedAtMs - upToDateMs >= STEP_MS) await catchUp(endedAtMs);
    states.set(checkId, state);
    if (isVerdictChanged(before, state, endedAtMs)) await catchUp(endedAtMs);
  }
  await storeStates(transaction, states);
  return recorded;
}

/**
 * Moves `last_seen_at` of probers to their newest result: one that was killed while the database was away could not do so
 * itself.
 */
async function extendLives(
  transaction: DatabaseTransaction,
  runs: readonly SlotRun[],
): Promise<void> {
  for (const [prober, ofProber] of Map.groupBy(runs, (run) => run.prober)) {
    const seenMs = Math.max(...ofProber.map((run) => run.attempts.at(-1)?.startedAtMs ?? 0));
    await transaction
      .updateTable("probers")
      .set({ last_seen_at: new Date(seenMs) })
      .where("id", "=", prober)
      .where("last_seen_at", "<", new Date(seenMs))
      .execute();
  }
}
