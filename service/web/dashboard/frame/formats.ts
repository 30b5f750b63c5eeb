import { fill } from "#web-kit/language/texts.ts";
import { datesOf } from "#web-kit/locale/dates.ts";
import { writeNumber } from "#web-kit/locale/numbers.ts";
import type { Reader } from "./reader.ts";

type Written = Pick<Reader, "language" | "texts">;

/** Writes a number as the reader does. */
export function number({ language }: Pick<Reader, "language">, value: number, digits = 0): string {
  return writeNumber(language, value, { most: digits });
}

/** Seconds between ticks that `duration` writes as round figures. */
export const DURATION_STEPS: readonly number[] = [
  0.1,
  0.2,
  0.5,
  1,
  2,
  5,
  10,
  15,
  30,
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((hours) => hours * 3600),
];

/** Writes seconds of audio in the unit in which they are easiest to read. */
export function duration(reader: Written, seconds: number): string {
  const { texts } = reader;
  if (seconds >= 7200) return fill(texts.usage.hours, { hours: number(reader, seconds / 3600, 1) });
  if (seconds >= 120)
    return fill(texts.usage.minutes, { minutes: number(reader, seconds / 60, 1) });
  return fill(texts.usage.seconds, { seconds: number(reader, seconds, 1) });
}

/** Writes a UTC day, as `21 Nov 2026`. */
export function day({ language }: Pick<Reader, "language">, isoDay: string): string {
  return datesOf(language, "utc").day(Date.parse(isoDay.slice(0, 10)));
}

/** Writes an instant with its zone where that is not the reader's own. */
export function instant({ language, isLive }: Reader, iso: string): string {
  const written = datesOf(language, isLive ? "local" : "utc").dateTime(Date.parse(iso));
  return isLive ? written : `${written} UTC`;
}
