import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import {
  type DowntimeWeights,
  type StateInterval,
  type TimeWindow,
} from "#monitor/domain/uptime.ts";
import { timestamp } from "./timestamp.ts";

/**
 * Renders components/{id}/timeline.csv: what the component was, from when to when, over the whole window without a gap.
 *
 * Each row says what it weighs, so that uptime_90d is 100 × (1 − Σ seconds × downtime_weight / Σ seconds where
 * counted is true), floored to two decimals, and the coverage is the share of the seconds that is not `unknown`.
 */
export function timelineCsv(
  intervals: readonly StateInterval[],
  window: TimeWindow,
  weights: DowntimeWeights,
): string {
  const rows = withoutGaps(intervals, window).map(({ status, fromMs, toMs }) => [
    timestamp(fromMs),
    timestamp(toMs),
    status,
    ((toMs - fromMs) / 1000).toFixed(3),
    status !== "unknown" && status !== "under_maintenance",
    weightOf(status, weights),
  ]);
  const header = ["from", "to", "status", "seconds", "counted", "downtime_weight"];
  return [header, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

/** Cuts intervals to the window and calls unknown what lies between them, one interval after the other. */
function withoutGaps(intervals: readonly StateInterval[], window: TimeWindow): StateInterval[] {
  const rows: StateInterval[] = [];
  let reachedMs = window.fromMs;
  const add = (status: ComponentStatus, toMs: number): void => {
    if (toMs <= reachedMs) return;
    const last = rows.at(-1);
    const fromMs = last?.status === status ? last.fromMs : reachedMs;
    if (last?.status === status) rows.pop();
    rows.push({ status, fromMs, toMs });
    reachedMs = toMs;
  };
  for (const { status, fromMs, toMs } of intervals) {
    add("unknown", Math.min(fromMs, window.toMs));
    add(status, Math.min(toMs, window.toMs));
  }
  add("unknown", window.toMs);
  return rows;
}

function weightOf(status: ComponentStatus, weights: DowntimeWeights): number {
  return status === "major_outage" || status === "partial_outage" ? weights[status] : 0;
}
