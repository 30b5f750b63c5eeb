import { DAY_MS, HOUR_MS, MINUTE_MS } from "#units/time.ts";
import { InvalidArgumentError } from "commander";

const UNIT_MS = { d: DAY_MS, h: HOUR_MS, m: MINUTE_MS } as const;

const DURATION = /^(?:(?<d>\d{1,4})d)?\s*(?:(?<h>\d{1,4})h)?\s*(?:(?<m>\d{1,5})m(?:in)?)?$/;
const RELATIVE = /^(?:\+|in\s+)(?<duration>\S.*)$/;
const ABSOLUTE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/;

const EXAMPLES =
  "now, +30m, in 2h, 2026-11-21T14:00Z, or 2026-11-21T17:00 by the clock of this machine";

/** Reads a length like `30m`, `2h`, `1h30m`, `1d` in milliseconds. Throws InvalidArgumentError. */
export function readDuration(text: string): number {
  const parts = DURATION.exec(text.trim())?.groups;
  const lengthMs =
    Number(parts?.["d"] ?? 0) * UNIT_MS.d +
    Number(parts?.["h"] ?? 0) * UNIT_MS.h +
    Number(parts?.["m"] ?? 0) * UNIT_MS.m;
  if (lengthMs > 0) return lengthMs;
  throw new InvalidArgumentError("It takes a length like 30m, 2h or 1h30m.");
}

/** Reads a time, as epoch milliseconds; relative ones count from `nowMs`. Throws InvalidArgumentError. */
export function readMoment(text: string, nowMs: number): number {
  const trimmed = text.trim();
  if (trimmed === "now") return nowMs;
  const duration = RELATIVE.exec(trimmed)?.groups?.["duration"];
  if (duration !== undefined) return nowMs + readDuration(duration);
  // Without an offset JavaScript reads it as local time.
  const timeMs = ABSOLUTE.test(trimmed) ? Date.parse(trimmed.replace(" ", "T")) : Number.NaN;
  if (!Number.isNaN(timeMs)) return timeMs;
  throw new InvalidArgumentError(`It takes a time: ${EXAMPLES}.`);
}

/** Returns whether a time is relative to another one, like `+30m`. */
export function isExtension(text: string): boolean {
  return text.trim().startsWith("+");
}

/** Returns a time as local time and in UTC, only once where both are the same. */
export function momentText(iso: string): string {
  const time = new Date(iso);
  const utc = `${iso.slice(0, 16).replace("T", " ")} UTC`;
  const offsetMinutes = -time.getTimezoneOffset();
  if (offsetMinutes === 0) return utc;
  const local = new Date(time.getTime() + offsetMinutes * UNIT_MS.m).toISOString();
  const isSameDay = local.slice(0, 10) === iso.slice(0, 10);
  const other = isSameDay ? utc.slice(11) : utc;
  return `${local.slice(0, 16).replace("T", " ")} ${offsetText(offsetMinutes)} (${other})`;
}

function offsetText(minutes: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(size / 60)}:${two(size % 60)}`;
}
