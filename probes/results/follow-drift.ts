import type { DriftMeasure } from "#migrations/status/drift-tables.ts";
import type { DatabaseTransaction } from "#migrations/status/schema.ts";
import { afterRun, type DriftKind, UNKNOWN_LEVEL } from "#monitor/domain/drift.ts";
import type { SlotRun, StoredObservation } from "#monitor/domain/observation.ts";
import { isEvidence } from "#monitor/domain/verdict.ts";
import {
  beginDrift,
  type DriftNow,
  type DriftSeries,
  endDrift,
  loadDrifts,
  type StoredDrift,
  storeDrifts,
} from "#monitor/store/drifts.ts";

interface FollowedMeasure {
  readonly kind: DriftKind;
  /** Returns the measured value of a run; undefined if it has none. */
  readonly valueOf: (observation: StoredObservation) => number | undefined;
}

const FOLLOWED: Readonly<Record<DriftMeasure, FollowedMeasure>> = {
  word_error_ratio: {
    kind: "errors",
    valueOf: ({ measures }) => measures["word_error_ratio"],
  },
  heard_word_error_ratio: {
    kind: "errors",
    valueOf: ({ measures }) => measures["heard_word_error_ratio"],
  },
  duration_ms: {
    kind: "duration",
    valueOf: ({ result, durationMs }) =>
      (result === "ok" || result === "degraded") && durationMs > 0 ? durationMs : undefined,
  },
};

/**
 * Updates the normal level of each measure from `runs`, and writes where drifts begin and end; returns the current state of
 * each affected series. Runs of a slot that was counted already, or that came late, are ignored.
 */
export async function followDrift(
  transaction: DatabaseTransaction,
  runs: readonly SlotRun[],
  nowMs: number,
): Promise<readonly DriftNow[]> {
  const points = runs.flatMap(pointsOf).sort((a, b) => a.slotMs - b.slotMs);
  const unique = (of: (point: Point) => string) => [...new Set(points.map(of))];
  const stored = await loadDrifts(
    transaction,
    unique(({ checkId }) => checkId),
    unique(({ location }) => location),
  );
  const before = new Map(stored.map((one) => [keyOf(one), one]));
  const after = new Map<string, StoredDrift>();
  for (const point of points) {
    const key = keyOf(point);
    const { lastSlotMs, state } = after.get(key) ?? before.get(key) ?? NOTHING_KNOWN;
    if (point.slotMs <= lastSlotMs) continue;
    const { checkId, location, clip, measure, slotMs } = point;
    const next = afterRun(state, FOLLOWED[measure].kind, point);
    after.set(key, { checkId, location, clip, measure, lastSlotMs: slotMs, state: next });
  }
  await storeDrifts(transaction, [...after.values()]);
  for (const [key, series] of after) {
    const wasDrifting = before.get(key)?.state.isDrifting ?? false;
    const { isDrifting, risingSinceMs } = series.state;
    if (isDrifting && !wasDrifting) {
      const fromMs = risingSinceMs ?? series.lastSlotMs;
      await beginDrift(transaction, series, { fromMs, foundMs: nowMs });
    }
    if (!isDrifting && wasDrifting) await endDrift(transaction, series, series.lastSlotMs);
  }
  return [...after.values()].map(({ state: { isDrifting }, lastSlotMs: _slot, ...series }) => ({
    ...series,
    isDrifting,
  }));
}

const NOTHING_KNOWN = { lastSlotMs: -Infinity, state: UNKNOWN_LEVEL };

interface Point extends DriftSeries {
  readonly slotMs: number;
  readonly value: number;
}

function pointsOf({ checkId, location, slotMs, attempts }: SlotRun): Point[] {
  const counted = attempts.at(-1);
  if (counted === undefined || !isEvidence(counted)) return [];
  const clip = counted.clip ?? "";
  return (Object.keys(FOLLOWED) as DriftMeasure[]).flatMap((measure) => {
    const value = FOLLOWED[measure].valueOf(counted);
    return value === undefined ? [] : [{ checkId, location, clip, measure, slotMs, value }];
  });
}

function keyOf({ checkId, location, clip, measure }: DriftSeries): string {
  return JSON.stringify([checkId, location, clip, measure]);
}
