import type { Reader } from "./reader.ts";

type Written = Pick<Reader, "language" | "texts">;

/** BCP 47. */
export const LOCALES = { tr: "tr-TR", en: "en-GB" } as const;

/** Writes a number as the reader does. */
export function number({ language }: Pick<Reader, "language">, value: number, digits = 0): string {
  return value.toLocaleString(LOCALES[language], { maximumFractionDigits: digits });
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
  if (seconds >= 7200) return texts.usage.hours(number(reader, seconds / 3600, 1));
  if (seconds >= 120) return texts.usage.minutes(number(reader, seconds / 60, 1));
  return texts.usage.seconds(number(reader, seconds, 1));
}

/** Writes a UTC day, as `21 Nov 2026`. */
export function day({ language }: Pick<Reader, "language">, isoDay: string): string {
  return new Date(`${isoDay.slice(0, 10)}T00:00:00Z`).toLocaleDateString(LOCALES[language], {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
}

/** Writes an instant with its zone where that is not the reader's own. */
export function instant({ language, timeZone, isLive }: Reader, iso: string): string {
  return new Date(iso).toLocaleString(LOCALES[language], {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    ...(!isLive && { timeZoneName: "short" }),
  });
}
