import { clockTime } from "#monitor/domain/zone-clock.ts";
import type { Formats } from "../reader/formats.ts";

/** Formats a moment in a time zone: `21 Nov 2026, 17:03`. */
export function zonedTime(formats: Formats, timeZone: string, atMs: number): string {
  // The zone's clock time, treated as UTC, because the server formats times in UTC.
  return formats.dateTime(Date.parse(`${clockTime(timeZone, atMs)}Z`));
}
