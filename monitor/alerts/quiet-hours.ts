import { clockTime } from "../domain/zone-clock.ts";
import type { QuietHours } from "./configuration.ts";

/** Returns whether `atMs` is within the hours; `from` is included, `to` is not. */
export function isQuiet({ from, to, timeZone }: QuietHours, atMs: number): boolean {
  const clock = clockTime(timeZone, atMs).slice("2026-11-21T".length);
  return from < to ? from <= clock && clock < to : from <= clock || clock < to;
}
