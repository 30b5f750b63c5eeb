import type { CheckVerdict, ObservationResult } from "#migrations/status/schema.ts";

/** What one location found in a slot. */
export interface LocationReport {
  readonly location: string;
  readonly slotMs: number;
  readonly result: ObservationResult;
  readonly reason: string | null;
}

/** What all locations together say of a slot. */
export type SlotResult = "ok" | "degraded" | "failed";

/** What a check's observations say up to its newest judged slot. */
export interface CheckState {
  /** Null until observations suffice. */
  readonly verdict: CheckVerdict | null;
  /** First slot of the streak that made the verdict; null without one. */
  readonly sinceMs: number | null;
  /** Why the newest slot that did not pass did not; null while up. */
  readonly reason: string | null;
  readonly lastSlotMs: number;
  readonly lastResult: SlotResult;
}

const severities: readonly SlotResult[] = ["ok", "degraded", "failed"];
const verdicts: readonly CheckVerdict[] = ["up", "degraded", "down"];

/**
 * Judges the slots that `reports` complete, oldest first, and returns the check's new state.
 *
 * A slot is complete when every location of `liveLocations` reported, or a later slot has a report:
 * so no verdict is given on the first location's word and taken back at the second's. Reports of
 * slots at or before the state's last one come too late and change nothing.
 */
export function judge(
  state: CheckState | null,
  reports: readonly LocationReport[],
  liveLocations: readonly string[],
): CheckState | null {
  const slots = Map.groupBy(
    reports.filter((report) => state === null || report.slotMs > state.lastSlotMs),
    (report) => report.slotMs,
  );
  const ordered = [...slots].sort(([a], [b]) => a - b);
  const newestMs = ordered.at(-1)?.[0];
  let judged = state;
  for (const [slotMs, ofSlot] of ordered) {
    const reported = new Set(ofSlot.map((report) => report.location));
    const complete = liveLocations.every((location) => reported.has(location));
    if (!complete && slotMs === newestMs) break;
    const outcome = outcomeOf(ofSlot);
    if (outcome !== null) judged = afterSlot(judged, slotMs, outcome.result, outcome.reason);
  }
  return judged;
}

/** What the majority of the locations that could see the target found; null when none could. */
export function outcomeOf(
  reports: readonly LocationReport[],
): { result: SlotResult; reason: string | null } | null {
  const seen = reports.filter((report) => report.result !== "prober_error");
  if (seen.length === 0) return null;
  const failed = seen.filter((report) => report.result === "failed");
  const impaired = seen.filter((report) => report.result !== "ok");
  const majority = seen.length / 2;
  if (failed.length > majority) return { result: "failed", reason: failed[0]?.reason ?? null };
  if (impaired.length > majority)
    return { result: "degraded", reason: impaired[0]?.reason ?? null };
  return { result: "ok", reason: null };
}

/**
 * A verdict changes when two slots in a row lie on the same side of it, to the one nearer to it,
 * and is dated to the first of the two. Without a verdict one slot that passes is enough.
 */
function afterSlot(
  state: CheckState | null,
  slotMs: number,
  result: SlotResult,
  reason: string | null,
): CheckState {
  const newest = { lastSlotMs: slotMs, lastResult: result };
  const now = severities.indexOf(result);
  const kept = state ?? { verdict: null, sinceMs: null };
  const before = state === null ? null : severities.indexOf(state.lastResult);
  const current = kept.verdict === null ? null : verdicts.indexOf(kept.verdict);
  const change = (severity: number, sinceMs: number): CheckState => {
    const verdict = verdicts[severity] ?? "down";
    return { ...newest, verdict, sinceMs, reason: verdict === "up" ? null : reason };
  };

  if (current === null) {
    if (now === 0) return change(now, slotMs);
    if (before !== null && state !== null) return change(Math.min(before, now), state.lastSlotMs);
  } else if (before !== null && state !== null) {
    if (before > current && now > current) return change(Math.min(before, now), state.lastSlotMs);
    if (before < current && now < current) return change(Math.max(before, now), state.lastSlotMs);
  }
  const stillSeen = reason ?? state?.reason ?? null;
  return { ...newest, ...verdictOf(kept), reason: current === 0 ? null : stillSeen };
}

function verdictOf(state: Pick<CheckState, "verdict" | "sinceMs">): typeof state {
  return { verdict: state.verdict, sinceMs: state.sinceMs };
}
