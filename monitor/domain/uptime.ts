import { DAY_MS } from "#units/time.ts";
import { type ComponentStatus, COMPONENT_STATUSES, worstStatus } from "./component-status.ts";

/** How many UTC days the strips and the uptime figure look back, today included. */
export const WINDOW_DAYS = 90;

/** A period in one state; epoch milliseconds, `fromMs` inclusive, `toMs` exclusive. */
export interface StateInterval {
  readonly status: ComponentStatus;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Milliseconds spent in each state; the sum is the length of the period. */
export type Durations = Readonly<Record<ComponentStatus, number>>;

/** The durations of one UTC day. Today is counted up to now, so its durations add up to less than a day. */
export interface DayDurations {
  /** The day as `2026-11-21`. */
  readonly date: string;
  readonly durationsMs: Durations;
}

/** The share of an outage's time that counts as downtime, by state. */
export interface DowntimeWeights {
  readonly partial_outage: number;
  readonly major_outage: number;
}

export const DEFAULT_WEIGHTS: DowntimeWeights = { partial_outage: 0.3, major_outage: 1 };

/** A period in epoch milliseconds, `fromMs` inclusive, `toMs` exclusive. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the window of 90 UTC days that ends now: midnight of its first day, and now. */
export function uptimeWindow(nowMs: number): TimeWindow {
  return { fromMs: startOfDayMs(nowMs) - (WINDOW_DAYS - 1) * DAY_MS, toMs: nowMs };
}

function startOfDayMs(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS;
}

/**
 * Splits intervals into UTC days, oldest first.
 *
 * Time that no interval covers is `unknown`: it was not observed, so it is neither up nor down. Intervals must
 * not overlap; time outside the window is cut off.
 */
export function durationsByDay(
  intervals: readonly StateInterval[],
  window: TimeWindow,
): DayDurations[] {
  const days: { fromMs: number; durationsMs: Record<ComponentStatus, number> }[] = [];
  for (let fromMs = startOfDayMs(window.fromMs); fromMs <= window.toMs; fromMs += DAY_MS) {
    days.push({ fromMs, durationsMs: noDurations() });
  }
  for (const interval of intervals) {
    const fromMs = Math.max(interval.fromMs, window.fromMs);
    const toMs = Math.min(interval.toMs, window.toMs);
    for (let at = fromMs; at < toMs;) {
      const endMs = Math.min(toMs, startOfDayMs(at) + DAY_MS);
      const day = days[Math.round((startOfDayMs(at) - startOfDayMs(window.fromMs)) / DAY_MS)];
      if (day !== undefined) day.durationsMs[interval.status] += endMs - at;
      at = endMs;
    }
  }
  return days.map(({ fromMs, durationsMs }) => {
    const lengthMs = Math.min(fromMs + DAY_MS, window.toMs) - Math.max(fromMs, window.fromMs);
    durationsMs.unknown += lengthMs - totalMs(durationsMs);
    return { date: new Date(fromMs).toISOString().slice(0, "2026-11-21".length), durationsMs };
  });
}

/** Returns the worst status that was observed; `unknown` only when none was. */
export function worstSeen(durations: Durations): ComponentStatus {
  return worstStatus(
    COMPONENT_STATUSES.filter((status) => status !== "unknown" && durations[status] > 0),
  );
}

/** Adds up intervals within a window: the sum of the days of `durationsByDay`, without computing them. */
export function durationsWithin(
  intervals: readonly StateInterval[],
  window: TimeWindow,
): Durations {
  const durations = noDurations();
  let coveredMs = 0;
  for (const { status, fromMs, toMs } of intervals) {
    const lengthMs = Math.min(toMs, window.toMs) - Math.max(fromMs, window.fromMs);
    if (lengthMs <= 0) continue;
    durations[status] += lengthMs;
    coveredMs += lengthMs;
  }
  durations.unknown += window.toMs - window.fromMs - coveredMs;
  return durations;
}

/** Returns the observed time in ms, in whatever state. */
export function observedMs(durations: Durations): number {
  return totalMs(durations) - durations.unknown;
}

/** Returns whether time in a state counts towards uptime: unobserved time and maintenance do not. */
export function isCounted(status: ComponentStatus): boolean {
  return status !== "unknown" && status !== "under_maintenance";
}

const countedStatuses = COMPONENT_STATUSES.filter(isCounted);

/** Returns the share of the time in a state that counts as downtime. */
export function downtimeWeight(status: ComponentStatus, weights: DowntimeWeights): number {
  return status === "major_outage" || status === "partial_outage" ? weights[status] : 0;
}

/**
 * Returns how much time counts towards uptime, and how much of that was lost to outages, weighted.
 *
 * In whole thousandths of a millisecond, so that no rounding of binary fractions moves the last digit.
 */
export function countedTime(
  durations: Durations,
  weights: DowntimeWeights,
): { readonly counted: bigint; readonly lost: bigint } {
  let counted = 0n;
  let lost = 0n;
  for (const status of countedStatuses) {
    counted += BigInt(durations[status]) * 1000n;
    lost += BigInt(durations[status]) * thousandths(downtimeWeight(status, weights));
  }
  return { counted, lost };
}

/**
 * Returns the uptime in percent by `uptimeFormula`: floored to two decimals, so that 100 means no downtime at all. It is also
 * 100 when nothing was observed: show it together with the coverage.
 */
export function uptimePercent(
  durations: Durations,
  weights: DowntimeWeights = DEFAULT_WEIGHTS,
): number {
  const { counted, lost } = countedTime(durations, weights);
  return counted === 0n ? 100 : Number(((counted - lost) * 10_000n) / counted) / 100;
}

/** Returns the formula of uptime as text, for API documents. */
export function uptimeFormula({ major_outage, partial_outage }: DowntimeWeights): string {
  return (
    `100 × (1 − (${weighed(major_outage, "major_outage")} + ${weighed(partial_outage, "partial_outage")})` +
    " / (observed − under_maintenance)), floored to two decimals; observed is all but unknown;" +
    " 100 when nothing was observed, with coverage 0"
  );
}

function weighed(weight: number, status: string): string {
  return weight === 1 ? status : `${weight} × ${status}`;
}

/** Returns the observed share of the time in percent, floored to four decimals: 0.0001 % of 90 days is 8 seconds. */
export function coveragePercent(durations: Durations): number {
  const lengthMs = totalMs(durations);
  if (lengthMs <= 0) return 0;
  return Number((BigInt(observedMs(durations)) * 1_000_000n) / BigInt(lengthMs)) / 10_000;
}

function thousandths(weight: number): bigint {
  return BigInt(Math.round(weight * 1000));
}

function totalMs(durations: Durations): number {
  return Object.values(durations).reduce((sum, ms) => sum + ms, 0);
}

function noDurations(): Record<ComponentStatus, number> {
  return Object.fromEntries(COMPONENT_STATUSES.map((status) => [status, 0])) as Record<
    ComponentStatus,
    number
  >;
}
