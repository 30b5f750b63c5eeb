import { DAY_MS } from "#units/time.ts";
import type { TimeWindow } from "./uptime.ts";

/** Returns the month of a time in an IANA time zone as `2026-11`. */
export function monthIn(timeZone: string, atMs: number): string {
  return new Date(atMs + aheadOfUtcMs(timeZone, atMs)).toISOString().slice(0, "2026-11".length);
}

/** Returns when a month, written as `2026-11`, begins in an IANA time zone. */
export function monthStartMs(timeZone: string, month: string): number {
  return startMs(timeZone, Date.parse(month));
}

/** A day of a time zone as `2026-11-21`, with when it begins and ends there. */
export interface ZonedDay extends TimeWindow {
  readonly date: string;
}

/** Returns the days of a month in an IANA time zone; with a clock change, a day does not have 24 hours. */
export function daysOfMonth(timeZone: string, month: string): ZonedDay[] {
  const firstMs = Date.parse(month);
  const count = Math.round((Date.parse(monthBeside(month, 1)) - firstMs) / DAY_MS);
  return Array.from({ length: count }, (_, index) => {
    const asUtcMs = firstMs + index * DAY_MS;
    return {
      date: new Date(asUtcMs).toISOString().slice(0, "2026-11-21".length),
      fromMs: startMs(timeZone, asUtcMs),
      toMs: startMs(timeZone, asUtcMs + DAY_MS),
    };
  });
}

/** Returns when the local time in the zone is the same as the UTC time at `asUtcMs`. */
function startMs(timeZone: string, asUtcMs: number): number {
  // The clock may change between the two midnights.
  const nearMs = asUtcMs - aheadOfUtcMs(timeZone, asUtcMs);
  return asUtcMs - aheadOfUtcMs(timeZone, nearMs);
}

/** Returns the month that is `months` after this one; negative numbers go back. */
export function monthBeside(month: string, months: number): string {
  const first = new Date(Date.parse(month));
  const beside = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months);
  return new Date(beside).toISOString().slice(0, "2026-11".length);
}

export function isMonth(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the zone's UTC offset at a time, in ms; positive if it is ahead of UTC. */
export function aheadOfUtcMs(timeZone: string, atMs: number): number {
  const known = formats.get(timeZone);
  const format =
    known ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  if (known === undefined) formats.set(timeZone, format);
  const parts = format.formatToParts(atMs);
  const value = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  const clockMs = Date.UTC(
    value("year"),
    value("month") - 1,
    value("day"),
    value("hour"),
    value("minute"),
    value("second"),
  );
  return clockMs - Math.floor(atMs / 1000) * 1000;
}
