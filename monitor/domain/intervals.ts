import { type ComponentStatus, isWorse } from "./component-status.ts";
import { areRelated } from "./reason.ts";
import type { StateInterval, TimeWindow } from "./uptime.ts";

/** A status of a component from a time on, for one cause, until the next one starts. */
export interface StatusStart {
  readonly status: ComponentStatus;
  readonly fromMs: number;
  /** The check and the reason that caused the status; null for operational and unknown. */
  readonly checkId: string | null;
  readonly reason: string | null;
}

/** The stored end of a component's history. */
interface OpenStatus {
  /** The open interval; null for a component without one. */
  readonly open: StatusStart | null;
  /** Nothing before this time may be written: the begin of the open interval, or the end of the last one. */
  readonly earliestMs: number;
}

/** The current status of a component, according to its checks, and since when. */
type Finding = Omit<StatusStart, "fromMs"> & {
  readonly sinceMs: number;
  /** Since when its reason decides it, once that is certain; else null. */
  readonly causeSinceMs: number | null;
};

/**
 * Returns the statuses of a component from its open interval on, as they should be at `nowMs`: those found by its checks,
 * overridden by maintenance. A status found inside a window takes effect at its end; until the checks cover the time after it,
 * the component is unknown. Empty while nothing was found and no maintenance runs.
 */
export function statusStartsNow(
  { open, earliestMs }: OpenStatus,
  finding: Finding | null,
  windows: readonly TimeWindow[],
  nowMs: number,
): StatusStart[] {
  const begun = windowsBegun({ open, earliestMs }, windows, nowMs);
  const found = foundStarts({ open, earliestMs }, finding, begun.length > 0, nowMs);
  const ends = begun.map(({ toMs }) => toMs).filter((toMs) => toMs <= nowMs);
  const begins = [...found, ...begun].map(({ fromMs }) => fromMs);
  const starts: StatusStart[] = [];
  for (const fromMs of [...begins, ...ends].toSorted((a, b) => a - b)) {
    const start = begun.some((window) => window.fromMs <= fromMs && fromMs < window.toMs)
      ? { status: "under_maintenance" as const, fromMs, checkId: null, reason: null }
      : foundAt(found, fromMs);
    const last = starts.at(-1);
    if (start.status !== last?.status || start.reason !== last.reason) starts.push(start);
  }
  return starts;
}

/** Returns until when the maintenance that runs at `nowMs` is to last; null when none runs. */
export function maintenanceUntil(windows: readonly TimeWindow[], nowMs: number): number | null {
  const running = windows.filter(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs);
  return running.length === 0 ? null : Math.max(...running.map(({ toMs }) => toMs));
}

/** Returns the windows that have begun, cut to the time that may be written. */
function windowsBegun(
  { open, earliestMs }: OpenStatus,
  windows: readonly TimeWindow[],
  nowMs: number,
): TimeWindow[] {
  // A prober whose clock is behind must not undo what another one wrote.
  const presentMs = open === null ? nowMs : Math.max(nowMs, open.fromMs);
  return (
    windows
      .filter(({ fromMs, toMs }) => fromMs <= presentMs && toMs > earliestMs)
      // Before its first observation a component has no history, and past maintenance does not create any.
      .filter(({ toMs }) => open !== null || toMs > nowMs)
      .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, earliestMs), toMs }))
  );
}

/** Returns the statuses without maintenance: the open interval, then the checks' current finding. */
function foundStarts(
  { open, earliestMs }: OpenStatus,
  finding: Finding | null,
  isMaintained: boolean,
  nowMs: number,
): StatusStart[] {
  const before: StatusStart[] =
    open?.status === "under_maintenance" && isMaintained
      ? [{ status: "unknown", fromMs: open.fromMs, checkId: null, reason: null }]
      : open === null
        ? []
        : [open];
  if (finding === null) return before;
  const { status, checkId, reason } = finding;
  if (status === before[0]?.status) {
    const sinceMs = otherCauseSinceMs(before[0], finding);
    return sinceMs === null ? before : [...before, { status, fromMs: sinceMs, checkId, reason }];
  }
  const fromMs =
    open !== null && finding.sinceMs <= open.fromMs && isWorse(open.status, status)
      ? // No check has recovered: what failed is not monitored any more, and failed until now.
        Math.max(nowMs, earliestMs)
      : Math.max(finding.sinceMs, earliestMs);
  const now: StatusStart = { status, fromMs, checkId, reason };
  return before[0]?.fromMs === fromMs ? [now] : [...before, now];
}

/** Returns since when a component with the same status as before fails for an unrelated reason; null if it does not. */
function otherCauseSinceMs(before: StatusStart, { reason, causeSinceMs }: Finding): number | null {
  const isOther = causeSinceMs !== null && causeSinceMs > before.fromMs;
  return isOther && !areRelated(before.reason, reason) ? causeSinceMs : null;
}

function foundAt(found: readonly StatusStart[], fromMs: number): StatusStart {
  const start = found.findLast((one) => one.fromMs <= fromMs);
  if (start === undefined) return { status: "unknown", fromMs, checkId: null, reason: null };
  return { ...start, fromMs };
}

/** An interval as stored: the newest one of a component has no end yet. */
export interface RecordedInterval {
  readonly status: ComponentStatus;
  readonly fromMs: number;
  readonly toMs: number | null;
}

/**
 * Returns a component's intervals up to `nowMs`, oldest first, without overlap; the last one ends now.
 *
 * Intervals that have ended are returned as stored. The open one is `unknown` after `knownUntilMs`, where its observations end,
 * and overridden by maintenance: as a prober would write it, but also while none runs.
 */
export function intervalsUntil(
  recorded: readonly RecordedInterval[],
  knownUntilMs: number | null,
  windows: readonly TimeWindow[],
  nowMs: number,
): StateInterval[] {
  const begun = recorded.filter(({ fromMs }) => fromMs < nowMs);
  const ended = begun
    .flatMap(({ toMs, ...rest }): StateInterval[] => (toMs === null ? [] : [{ ...rest, toMs }]))
    .toSorted((a, b) => a.fromMs - b.fromMs);
  const newest = begun.find(({ toMs }) => toMs === null);
  const open = newest === undefined ? null : { ...newest, checkId: null, reason: null };
  const earliestMs = open?.fromMs ?? ended.at(-1)?.toMs ?? -Infinity;
  const starts = statusStartsNow(
    { open, earliestMs },
    open === null ? null : silenceAfter(knownUntilMs ?? open.fromMs, nowMs),
    windows,
    nowMs,
  );
  const current = starts.map(({ status, fromMs }, index) => ({
    status,
    fromMs,
    toMs: Math.min(starts[index + 1]?.fromMs ?? nowMs, nowMs),
  }));
  return withoutSeams(
    [...ended, ...current]
      .filter(({ fromMs }) => fromMs <= nowMs)
      .map((interval) => ({ ...interval, toMs: Math.min(interval.toMs, nowMs) })),
  );
}

/** Joins intervals that follow each other with one status, as those of an outage that had one cause after the other. */
function withoutSeams(intervals: readonly StateInterval[]): StateInterval[] {
  const joined: StateInterval[] = [];
  for (const interval of intervals) {
    const last = joined.at(-1);
    if (last?.status === interval.status && last.toMs === interval.fromMs) {
      joined[joined.length - 1] = { ...last, toMs: interval.toMs };
    } else joined.push(interval);
  }
  return joined;
}

/** Returns `unknown` after a component's last observations; null while they still hold. */
function silenceAfter(knownUntilMs: number, nowMs: number): Finding | null {
  if (knownUntilMs >= nowMs) return null;
  return {
    status: "unknown",
    sinceMs: knownUntilMs,
    checkId: null,
    reason: null,
    causeSinceMs: null,
  };
}
