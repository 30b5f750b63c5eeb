import type { JSX } from "preact";
import { fill } from "#web-kit/language/texts.ts";
import { datesOf } from "#web-kit/locale/dates.ts";
import { writeNumber } from "#web-kit/locale/numbers.ts";
import { type Reader, useReader } from "./reader.ts";

/** Formats a number in the reader's language, with at most `max` decimals. */
export function number({ texts }: Reader, value: number, max = 0): string {
  return writeNumber(texts.language, value, { max });
}

/** Formats a limit; null means unlimited. */
export function limit(reader: Reader, value: number | null): string {
  return value === null ? reader.texts.usage.unlimited : number(reader, value);
}

type DurationUnit = "hours" | "minutes" | "seconds";

/** The length of each unit in seconds. */
export const SECONDS_IN: Readonly<Record<DurationUnit, number>> = {
  hours: 3600,
  minutes: 60,
  seconds: 1,
};

/** Returns the unit in which a number of seconds is easiest to read. */
export function durationUnit(seconds: number): DurationUnit {
  if (seconds >= 2 * SECONDS_IN.hours) return "hours";
  return seconds >= 2 * SECONDS_IN.minutes ? "minutes" : "seconds";
}

/** Formats an amount of hours, minutes or seconds. */
export function inUnit(reader: Reader, unit: DurationUnit, amount: number, max = 1): string {
  return fill(reader.texts.usage[unit], { [unit]: number(reader, amount, max) });
}

/** Formats seconds of audio in the unit that is easiest to read. */
export function duration(reader: Reader, seconds: number): string {
  const unit = durationUnit(seconds);
  return inUnit(reader, unit, seconds / SECONDS_IN[unit]);
}

/** Formats a UTC day, like `21 Nov 2026`. */
export function day({ texts }: Reader, isoDay: string): string {
  return datesOf(texts.language, "utc").day(Date.parse(isoDay.slice(0, 10)));
}

/** A time in the reader's zone, or in UTC while no script runs. */
export function Instant({ at }: { readonly at: string }): JSX.Element {
  const { texts, isLive } = useReader();
  const written = datesOf(texts.language, isLive ? "local" : "utc").dateTime(Date.parse(at));
  return <time dateTime={at}>{isLive ? written : `${written} UTC`}</time>;
}
