import { DAY_MS } from "#units/time.ts";
import { aheadOfUtcMs } from "./months.ts";

const CLOCK_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/** The time zones that people choose from. */
export const TIME_ZONES: readonly string[] = ["Etc/UTC", ...Intl.supportedValuesOf("timeZone")];

/** Returns whether a name is an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Returns the local time in a time zone, e.g. `2026-11-21T14:00`. */
export function clockTime(timeZone: string, atMs: number): string {
  const shown = new Date(atMs + aheadOfUtcMs(timeZone, atMs)).toISOString();
  return shown.slice(0, "2026-11-21T14:00".length);
}

/** Returns that local time as epoch milliseconds of a clock in UTC that shows the same. */
export function clockMs(timeZone: string, atMs: number): number {
  return Date.parse(`${clockTime(timeZone, atMs)}Z`);
}

/**
 * Returns when it is a local time like `2026-11-21T14:00` in a time zone: the first of two such times when summer time ends;
 * null if there is none, when summer time begins, and for an invalid time.
 */
export function momentOfClock(timeZone: string, time: string): number | null {
  const shownMs = CLOCK_TIME.test(time) ? Date.parse(`${time}Z`) : Number.NaN;
  if (Number.isNaN(shownMs)) return null;
  // Date takes the 30th of February for the 2nd of March.
  if (!new Date(shownMs).toISOString().startsWith(time)) return null;
  // The clock changes at most once within these two days.
  const moments = [shownMs - DAY_MS, shownMs + DAY_MS]
    .map((nearMs) => shownMs - aheadOfUtcMs(timeZone, nearMs))
    .filter((atMs) => atMs + aheadOfUtcMs(timeZone, atMs) === shownMs);
  return moments.length === 0 ? null : Math.min(...moments);
}
