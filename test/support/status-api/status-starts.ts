import type { CheckVerdict, ComponentStatus } from "#migrations/status/schema.ts";
import { componentFinding } from "#monitor/domain/component-finding.ts";

import type { RawCheck, RawHistory } from "./random-histories.ts";
import type { StatusStart } from "./status-history.ts";

/** What the prober makes of a raw history up to `nowMs`: the component's status wherever it changes, oldest first. */
export function statusStarts(history: RawHistory, nowMs: number): StatusStart[] {
  const starts: StatusStart[] = [];
  for (const atMs of changesOf(history, Math.min(nowMs, history.knownUntilMs))) {
    const status = statusAt(history, atMs, starts.at(-1)?.status ?? null);
    if (status !== starts.at(-1)?.status) starts.push({ status, fromMs: atMs });
  }
  return starts;
}

function changesOf(history: RawHistory, untilMs: number): number[] {
  const moments = [
    ...history.maintenances.flatMap(({ fromMs, toMs }) => [fromMs, toMs]),
    ...history.checks.flatMap(({ intervals }) =>
      intervals.flatMap(({ fromMs, toMs }) => [fromMs, toMs]),
    ),
  ];
  return [...new Set(moments)]
    .filter((atMs) => atMs >= history.startMs && atMs < untilMs)
    .toSorted((a, b) => a - b);
}

function statusAt(
  { checks, maintenances }: RawHistory,
  atMs: number,
  current: ComponentStatus | null,
): ComponentStatus {
  if (maintenances.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)) {
    return "under_maintenance";
  }
  const finding = componentFinding(
    checks.map((check, index) => ({
      checkId: String(index),
      impact: check.impact,
      sinceMs: atMs,
      reason: null,
      causeSinceMs: null,
      failedSlotMs: null,
      ...lastSaid(check, atMs),
    })),
    current === "under_maintenance" ? "unknown" : current,
    atMs,
  );
  return finding?.status ?? "unknown";
}

/** The newest verdict at a moment, and until when observations held it. */
function lastSaid(
  { intervals }: RawCheck,
  atMs: number,
): { verdict: CheckVerdict | null; knownUntilMs: number } {
  const said = intervals.findLast(({ fromMs }) => fromMs <= atMs);
  return { verdict: said?.verdict ?? null, knownUntilMs: said?.toMs ?? atMs };
}
