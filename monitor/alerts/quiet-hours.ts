import type { QuietHours } from "./configuration.ts";

/** Returns whether `atMs` is within the hours; `from` is included, `to` is not. */
export function isQuiet({ from, to, timeZone }: QuietHours, atMs: number): boolean {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(atMs);
  return from < to ? from <= clock && clock < to : from <= clock || clock < to;
}
