import { MINUTE_MS } from "#units/time.ts";
import type { Language } from "../language/languages.ts";
import { clockIn } from "../language/clock.ts";
import { byLanguage, fill, type PartTexts } from "../language/texts.ts";
import type english from "#languages/en/dates.json";

/** The time zone of a clock: UTC, or the reader's. */
export type Zone = "utc" | "local";

const wordsOf = byLanguage<PartTexts<typeof english>>(
  import.meta.glob("/languages/*/dates.json", { eager: true, import: "default" }),
);

/**
 * Returns functions that format moments of one zone in one language like Intl.DateTimeFormat (except for the Turkish clock,
 * 14.03), but without it: browsers and servers differ in its output, and its first use blocks a phone for 80 ms, as long as all
 * the rest of a page's script.
 */
export function datesOf(language: Language, zone: Zone) {
  const texts = wordsOf[language];
  const { months, shortMonths } = texts;

  function partsAt(atMs: number) {
    const aheadMinutes = zone === "utc" ? 0 : -new Date(atMs).getTimezoneOffset();
    // Its UTC fields show the zone's clock.
    const date = new Date(atMs + aheadMinutes * MINUTE_MS);
    const [key = "", time = ""] = date.toISOString().split("T");
    return {
      key,
      clock: clockIn(language, time.slice(0, 5)),
      clockWithSeconds: clockIn(language, time.slice(0, 8)),
      weekday: texts.weekdays[date.getUTCDay()] ?? "",
      date: date.getUTCDate(),
      month: date.getUTCMonth(),
      year: date.getUTCFullYear(),
    };
  }
  type Parts = ReturnType<typeof partsAt>;
  const dayAndMonth = ({ date, month }: Parts, names = shortMonths) =>
    fill(texts.dayAndMonth, { date, month: names[month] ?? "" });
  const withYear = (days: string, year: number) => fill(texts.withYear, { days, year });
  const day = (parts: Parts, names = shortMonths) =>
    withYear(dayAndMonth(parts, names), parts.year);
  const span = (first: string, last: string) => fill(texts.span, { first, last });

  /** Formats a range of days within a year; one day when they are the same. */
  function daysOfYear(first: Parts, last: Parts, names: readonly string[]): string {
    if (first.key === last.key) return dayAndMonth(last, names);
    if (first.month !== last.month)
      return span(dayAndMonth(first, names), dayAndMonth(last, names));
    const month = names[last.month] ?? "";
    return fill(texts.daysOfMonth, { first: first.date, last: last.date, month });
  }

  function range(
    firstMs: number,
    lastMs: number,
    names: readonly string[],
    write: (days: string, year: number) => string,
  ): string {
    const first = partsAt(firstMs);
    const last = partsAt(lastMs);
    if (first.year !== last.year) return span(day(first, names), day(last, names));
    return write(daysOfYear(first, last, names), last.year);
  }

  return {
    /** `14:03` */
    clock: (atMs: number): string => partsAt(atMs).clock,
    /** `14:03:20` */
    clockWithSeconds: (atMs: number): string => partsAt(atMs).clockWithSeconds,
    /** `21 Nov` */
    dayAndMonth: (atMs: number): string => dayAndMonth(partsAt(atMs)),
    /** `21 Nov 2026` */
    day: (atMs: number): string => day(partsAt(atMs)),
    /** `3 – 21 Nov 2026`, from the day of one moment to the day of another; one day when they are the same. */
    days: (firstMs: number, lastMs: number): string =>
      range(firstMs, lastMs, shortMonths, withYear),
    /** `3 – 21 November`, with the years when they differ; one day when they are the same. */
    longDays: (firstMs: number, lastMs: number): string =>
      range(firstMs, lastMs, months, (days) => days),
    /** `Saturday, 21 November 2026` */
    weekday: (atMs: number): string => {
      const parts = partsAt(atMs);
      return fill(texts.weekday, { weekday: parts.weekday, day: day(parts, months) });
    },
    /** `November 2026` */
    month: (atMs: number): string => {
      const { month, year } = partsAt(atMs);
      return fill(texts.monthAndYear, { month: months[month] ?? "", year });
    },
    /** `21 Nov 2026, 14:03` */
    dateTime: (atMs: number): string => {
      const parts = partsAt(atMs);
      return fill(texts.dateTime, { day: day(parts), clock: parts.clock });
    },
    /** `21 Nov 2026, 14:03:20` */
    dateTimeWithSeconds: (atMs: number): string => {
      const parts = partsAt(atMs);
      return fill(texts.dateTime, { day: day(parts), clock: parts.clockWithSeconds });
    },
    /** `2026-11-21` */
    key: (atMs: number): string => partsAt(atMs).key,
  };
}

/** Returns how far the reader's clock is ahead of UTC at a moment: `UTC+3`, `UTC−3:30`, `UTC`. */
export function offsetOf(atMs: number): string {
  const aheadMinutes = -new Date(atMs).getTimezoneOffset();
  if (aheadMinutes === 0) return "UTC";
  const hours = Math.floor(Math.abs(aheadMinutes) / 60);
  const minutes = Math.abs(aheadMinutes) % 60;
  return `UTC${aheadMinutes < 0 ? "−" : "+"}${hours}${minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`}`;
}
