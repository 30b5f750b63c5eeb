import type { JSX } from "preact";
import { fill } from "#web-kit/language/texts.ts";
import { datesOf } from "#web-kit/locale/dates.ts";
import { writeNumber } from "#web-kit/locale/numbers.ts";
import { type Reader, useReader } from "./reader.ts";

/** Writes a number as the reader does, with so many decimals at most. */
export function number({ texts }: Reader, value: number, most = 0): string {
  return writeNumber(texts.language, value, { most });
}

/** Writes a limit; null is none. */
export function limit(reader: Reader, value: number | null): string {
  return value === null ? reader.texts.usage.unlimited : number(reader, value);
}

type DurationUnit = "hours" | "minutes" | "seconds";

/** How many seconds each unit of durations has. */
export const SECONDS_IN: Readonly<Record<DurationUnit, number>> = {
  hours: 3600,
  minutes: 60,
  seconds: 1,
};

/** The unit in which so many seconds are easiest to read. */
export function durationUnit(seconds: number): DurationUnit {
  if (seconds >= 2 * SECONDS_IN.hours) return "hours";
  return seconds >= 2 * SECONDS_IN.minutes ? "minutes" : "seconds";
}

/** Writes so many hours, minutes or seconds. */
export function inUnit(reader: Reader, unit: DurationUnit, amount: number, most = 1): string {
  return fill(reader.texts.usage[unit], { [unit]: number(reader, amount, most) });
}

/** Writes seconds of audio in the unit in which they are easiest to read. */
export function duration(reader: Reader, seconds: number): string {
  const unit = durationUnit(seconds);
  return inUnit(reader, unit, seconds / SECONDS_IN[unit]);
}

/** Writes a UTC day, as `21 Nov 2026`. */
export function day({ texts }: Reader, isoDay: string): string {
  return datesOf(texts.language, "utc").day(Date.parse(isoDay.slice(0, 10)));
}

/** An instant by the reader's clock, by that of UTC while no script runs. */
export function Instant({ at }: { readonly at: string }): JSX.Element {
  const { texts, isLive } = useReader();
  const written = datesOf(texts.language, isLive ? "local" : "utc").dateTime(Date.parse(at));
  return <time dateTime={at}>{isLive ? written : `${written} UTC`}</time>;
}
