import type { MaintenanceWindow } from "#monitor/domain/maintenance-life.ts";
import type { ComponentStatus } from "#migrations/status/schema.ts";

import type { ComponentFinding } from "../verdict/component-status.ts";

/** A status of a component from a moment on, until the next stretch begins. */
export interface Stretch {
  readonly status: ComponentStatus;
  readonly fromMs: number;
  readonly checkId: string | null;
  readonly reason: string | null;
}

/** What is stored of a component's newest time. */
export interface OpenStretch {
  /** The interval that is open; null for a component without one. */
  readonly open: Stretch | null;
  /** Nothing before this may be written: where the open interval began, or the last one ended. */
  readonly earliestMs: number;
}

/**
 * A component's stretches from its open interval on, as they should be at `nowMs`: what its checks
 * found, and over it the maintenance, to the millisecond of its times, whenever it is asked.
 *
 * What was written before the open interval stays. Once stored, the same answer is one stretch, the
 * open one. What the checks found inside a window comes out at its end; where they say nothing of the
 * time after it yet, the component is unknown. Empty while nothing was found and no maintenance runs.
 */
export function stretchesNow(
  { open, earliestMs }: OpenStretch,
  finding: ComponentFinding | null,
  windows: readonly MaintenanceWindow[],
  nowMs: number,
): Stretch[] {
  const begun = begunWindows({ open, earliestMs }, windows, nowMs);
  const found = foundStretches({ open, earliestMs }, finding);
  const ends = begun.map(({ toMs }) => toMs).filter((toMs) => toMs <= nowMs);
  const begins = [...found, ...begun].map(({ fromMs }) => fromMs);
  const stretches: Stretch[] = [];
  for (const fromMs of [...begins, ...ends].toSorted((a, b) => a - b)) {
    const stretch = begun.some((window) => window.fromMs <= fromMs && fromMs < window.toMs)
      ? { status: "under_maintenance" as const, fromMs, checkId: null, reason: null }
      : foundAt(found, fromMs);
    if (stretch.status !== stretches.at(-1)?.status) stretches.push(stretch);
  }
  return stretches;
}

/** Until when the maintenance that runs at `nowMs` is to last; null when none runs. */
export function maintenanceUntil(
  windows: readonly MaintenanceWindow[],
  nowMs: number,
): number | null {
  const running = windows.filter(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs);
  return running.length === 0 ? null : Math.max(...running.map(({ toMs }) => toMs));
}

/** The windows that have begun, cut to the time that may be written. */
function begunWindows(
  { open, earliestMs }: OpenStretch,
  windows: readonly MaintenanceWindow[],
  nowMs: number,
): MaintenanceWindow[] {
  // A prober whose clock is behind must not take back what another one wrote.
  const presentMs = open === null ? nowMs : Math.max(nowMs, open.fromMs);
  return windows
    .filter(({ fromMs, toMs }) => fromMs <= presentMs && toMs > earliestMs)
    .filter(({ toMs }) => open !== null || toMs > nowMs)
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, earliestMs), toMs }));
}

/** What would be without maintenance: the open interval, then what the checks say now. */
function foundStretches(
  { open, earliestMs }: OpenStretch,
  finding: ComponentFinding | null,
): Stretch[] {
  const before: Stretch[] =
    open?.status === "under_maintenance"
      ? [{ status: "unknown", fromMs: open.fromMs, checkId: null, reason: null }]
      : open === null
        ? []
        : [open];
  if (finding === null || finding.status === before[0]?.status) return before;
  const { status, checkId, reason } = finding;
  const fromMs = Math.max(finding.sinceMs, earliestMs);
  const now: Stretch = { status, fromMs, checkId, reason };
  return before[0]?.fromMs === fromMs ? [now] : [...before, now];
}

function foundAt(found: readonly Stretch[], fromMs: number): Stretch {
  const stretch = found.findLast((one) => one.fromMs <= fromMs);
  if (stretch === undefined) return { status: "unknown", fromMs, checkId: null, reason: null };
  return { ...stretch, fromMs };
}
