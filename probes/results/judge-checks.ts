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
import { loadReports } from "#monitor/store/observations.ts";

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
  // Older ones are as good as not observed, and may be of a time when the check was another.
  const horizonOf = ({ slotMs, periodMs }: SlotRun): number => slotMs - reportLifetimeMs(periodMs);
  const fromMs = Math.min(...runs.map(horizonOf));
  const reports = await loadReports(transaction, checkIds, fromMs, aheadFromMs(nowMs));
  const states = new Map<string, CheckState>();
  for (const [checkId, ofCheck] of ofChecks) {
    const newest = ofCheck.reduce((a, b) => (b.slotMs > a.slotMs ? b : a));
    const horizonMs = horizonOf(newest);
    const recent = (reports.get(checkId) ?? []).filter(({ slotMs }) => slotMs > horizonMs);
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
