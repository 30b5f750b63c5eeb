import type { DatabaseTransaction } from "#migrations/status/schema.ts";
import { aheadFromMs } from "#monitor/domain/clock.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import type { TimeWindow } from "#monitor/domain/uptime.ts";
import {
  type CheckState,
  heldUntilMs,
  isVerdictChanged,
  judge,
  reportLifetimeMs,
} from "#monitor/domain/verdict.ts";
import { loadStates, loadAwaitedLocations, storeStates } from "#monitor/store/check-states.ts";
import { loadMaintenanceWindows } from "#monitor/store/maintenances-now.ts";
import { loadJudgedReports } from "./judged-reports.ts";

/** A slot on whose result the locations agreed. */
export interface AgreedSlot {
  readonly checkId: string;
  readonly result: CheckState["lastResult"];
}

/**
 * Judges the checks of `runs`, whose observations are stored, and stores their states; `changed` says whether readers may see a
 * change.
 */
export async function judgeChecks(
  transaction: DatabaseTransaction,
  runs: readonly SlotRun[],
  nowMs: number,
): Promise<{ agreed: readonly AgreedSlot[]; changed: boolean }> {
  const ofChecks = Map.groupBy(runs, ({ checkId }) => checkId);
  const checkIds = [...ofChecks.keys()];
  const stored = await loadStates(transaction, nowMs, checkIds);
  const waiting = await loadAwaitedLocations(transaction, nowMs);
  const newestRuns = [...ofChecks.values()].map((ofCheck) =>
    ofCheck.reduce((a, b) => (b.slotMs > a.slotMs ? b : a)),
  );
  // Older reports no longer count, and may be from a time when the check had another configuration.
  const judgedSince = newestRuns.map(({ checkId, slotMs, periodMs }) => ({
    checkId,
    afterMs: slotMs - reportLifetimeMs(periodMs),
  }));
  const reports = await loadJudgedReports(transaction, judgedSince, aheadFromMs(nowMs));
  const windows = await windowsOf(transaction, runs, stored);
  const states = new Map<string, CheckState>();
  const agreed: AgreedSlot[] = [];
  for (const newest of newestRuns) {
    const { checkId } = newest;
    const recent = reports.get(checkId) ?? [];
    const known = stored.get(checkId) ?? null;
    const slots = judge(known, recent, {
      ...newest,
      ...waiting,
      windows: windows.get(checkId) ?? [],
    });
    agreed.push(...slots.map((slot) => ({ checkId, result: slot.state.lastResult })));
    const state = slots.at(-1)?.state ?? known;
    if (state === null) continue;
    const knownUntilMs = heldUntilMs(state, recent, newest.periodMs);
    states.set(checkId, { ...state, knownUntilMs });
  }
  await storeStates(transaction, states);
  const changed = [...states].some(([checkId, state]) =>
    isVerdictChanged(stored.get(checkId), state, nowMs),
  );
  return { agreed, changed };
}

/** Returns the maintenance of each check by its id; nothing is read while all runs and verdicts are good. */
async function windowsOf(
  transaction: DatabaseTransaction,
  runs: readonly SlotRun[],
  states: ReadonlyMap<string, CheckState>,
): Promise<ReadonlyMap<string, readonly TimeWindow[]>> {
  const isGood =
    [...states.values()].every(({ verdict }) => verdict === "up") &&
    runs.every(({ attempts }) => attempts.at(-1)?.result === "ok");
  if (isGood) return new Map();
  const ofComponents = await loadMaintenanceWindows(transaction);
  if (ofComponents.size === 0) return new Map();
  const checks = await transaction
    .selectFrom("checks")
    .select(["id", "component_id"])
    .where(
      "id",
      "in",
      runs.map(({ checkId }) => checkId),
    )
    .execute();
  return new Map(checks.map((check) => [check.id, ofComponents.get(check.component_id) ?? []]));
}
