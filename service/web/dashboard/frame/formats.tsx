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

/** Seconds between ticks that `duration` writes as round figures. */
export const DURATION_STEPS: readonly number[] = [
  [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30],
  [1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60),
  [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((hours) => hours * 3600),
].flat();

/** Writes seconds of audio in the unit in which they are easiest to read. */
export function duration(reader: Reader, seconds: number): string {
  const { usage } = reader.texts;
  if (seconds >= 7200) return fill(usage.hours, { hours: number(reader, seconds / 3600, 1) });
  if (seconds >= 120) return fill(usage.minutes, { minutes: number(reader, seconds / 60, 1) });
  return fill(usage.seconds, { seconds: number(reader, seconds, 1) });
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
