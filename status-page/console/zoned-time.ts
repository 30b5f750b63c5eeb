import { clockTime } from "#monitor/domain/zone-clock.ts";
import type { Formats } from "../reader/formats.ts";

/** Writes a moment by the clock of a time zone: `21 Nov 2026, 17:03`. */
export function zonedTime(formats: Formats, timeZone: string, atMs: number): string {
  // What the zone's clock shows, written as if it were UTC, in which pages of the server are.
  return formats.dateTime(Date.parse(`${clockTime(timeZone, atMs)}Z`));
}
