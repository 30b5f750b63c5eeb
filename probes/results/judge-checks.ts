import type { DatabaseTransaction } from "#migrations/status/schema.ts";
import { aheadFromMs } from "#monitor/domain/clock.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import {
  type CheckState,
  heldUntilMs,
  isVerdictChanged,
  judge,
  type Judging,
  reportLifetimeMs,
} from "#monitor/domain/verdict.ts";
import { loadStates, loadAwaitedLocations, storeStates } from "#monitor/store/check-states.ts";
import { loadJudgedReports } from "./judged-reports.ts";

/** Judges the checks of `runs`, whose observations are stored, and stores their states; returns whether readers may see it. */
export async function judgeChecks(
  transaction: DatabaseTransaction,
  runs: readonly SlotRun[],
  nowMs: number,
): Promise<boolean> {
  const ofChecks = Map.groupBy(runs, ({ checkId }) => checkId);
  const checkIds = [...ofChecks.keys()];
  const stored = await loadStates(transaction, nowMs, checkIds);
  const waiting = await loadAwaitedLocations(transaction, nowMs);
  const newestRuns = [...ofChecks.values()].map((ofCheck) =>
    ofCheck.reduce((a, b) => (b.slotMs > a.slotMs ? b : a)),
  );
  // Older ones are as good as not observed, and may be of a time when the check was another.
  const judgedSince = newestRuns.map(({ checkId, slotMs, periodMs }) => ({
    checkId,
    afterMs: slotMs - reportLifetimeMs(periodMs),
  }));
  const reports = await loadJudgedReports(transaction, judgedSince, aheadFromMs(nowMs));
  const states = new Map<string, CheckState>();
  for (const newest of newestRuns) {
    const { checkId } = newest;
    const recent = reports.get(checkId) ?? [];
    const state = stateAfter(stored.get(checkId) ?? null, recent, { ...newest, ...waiting });
    if (state !== null) states.set(checkId, state);
  }
  await storeStates(transaction, states);
  return [...states].some(([checkId, state]) =>
    isVerdictChanged(stored.get(checkId), state, nowMs),
  );
}

function stateAfter(
  stored: CheckState | null,
  reports: Parameters<typeof judge>[1],
  judging: Judging,
): CheckState | null {
  const state = judge(stored, reports, judging).at(-1)?.state ?? stored;
  if (state === null) return null;
  return { ...state, knownUntilMs: heldUntilMs(state, reports, judging.periodMs) };
}
