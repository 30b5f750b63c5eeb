import type { Language } from "../language/languages.ts";
import { byLanguage, fill, type PartTexts } from "../language/texts.ts";
import type english from "#languages/en/dates.json";

/** Where a clock stands: the one of the world, or the one of who reads. */
export type Zone = "utc" | "local";

/** Writes moments of one zone in one language. */
export interface Dates {
  /** `14:03` */
  readonly clock: (atMs: number) => string;
  /** `14:03:20` */
  readonly clockWithSeconds: (atMs: number) => string;
  /** `21 Nov` */
  readonly dayAndMonth: (atMs: number) => string;
  /** `21 Nov 2026` */
  readonly day: (atMs: number) => string;
  /** `3 – 21 Nov 2026`, from the day of one moment to the day of another; one day when they are the same. */
  readonly days: (firstMs: number, lastMs: number) => string;
  /** `3 – 21 November`, with the years when they differ; one day when they are the same. */
  readonly longDays: (firstMs: number, lastMs: number) => string;
  /** `Saturday, 21 November 2026` */
  readonly weekday: (atMs: number) => string;
  /** `November 2026` */
  readonly month: (atMs: number) => string;
  /** `21 Nov 2026, 14:03` */
  readonly dateTime: (atMs: number) => string;
  /** `21 Nov 2026, 14:03:20` */
  readonly dateTimeWithSeconds: (atMs: number) => string;
  /** `2026-11-21` */
  readonly key: (atMs: number) => string;
}

interface Parts {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
  /** From Sunday, which is 0. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const wordsOf = byLanguage<PartTexts<typeof english>>(
  import.meta.glob("/languages/*/dates.json", { eager: true, import: "default" }),
);

/**
 * Makes what writes dates in the locale of a language as Intl.DateTimeFormat does, without it: the first use of
 * Intl keeps a browser busy for some 20 ms, four times that on a phone, as long as all the rest of a page's script.
 */
export function datesOf(language: Language, zone: Zone): Dates {
  const { months, shortMonths, weekdays, weekday, dateTime } = wordsOf[language];
  const partsAt = zone === "utc" ? utcPartsAt : localPartsAt;
  const clock = ({ hour, minute }: Parts): string => `${two(hour)}:${two(minute)}`;
  const clockWithSeconds = (parts: Parts): string => `${clock(parts)}:${two(parts.second)}`;
  const day = ({ day: date, month, year }: Parts, names = shortMonths): string =>
    `${date} ${names[month]} ${year}`;
  const dayAndMonth = ({ day: date, month }: Parts, names = shortMonths): string =>
    `${date} ${names[month]}`;

  function range(
    firstMs: number,
    lastMs: number,
    names: readonly string[],
    write: (parts: Parts, names: readonly string[]) => string,
  ): string {
    const first = partsAt(firstMs);
    const last = partsAt(lastMs);
    if (first.year !== last.year) return `${day(first, names)} – ${day(last, names)}`;
    if (first.month !== last.month) return `${dayAndMonth(first, names)} – ${write(last, names)}`;
    return first.day === last.day ? write(last, names) : `${first.day} – ${write(last, names)}`;
  }

  return {
    clock: (atMs) => clock(partsAt(atMs)),
    clockWithSeconds: (atMs) => clockWithSeconds(partsAt(atMs)),
    dayAndMonth: (atMs) => dayAndMonth(partsAt(atMs)),
    day: (atMs) => day(partsAt(atMs)),
    days: (firstMs, lastMs) => range(firstMs, lastMs, shortMonths, day),
    longDays: (firstMs, lastMs) => range(firstMs, lastMs, months, dayAndMonth),
    weekday: (atMs) => {
      const parts = partsAt(atMs);
      return fill(weekday, { weekday: weekdays[parts.weekday] ?? "", day: day(parts, months) });
    },
    month: (atMs) => {
      const { month, year } = partsAt(atMs);
      return `${months[month]} ${year}`;
    },
    dateTime: (atMs) => {
      const parts = partsAt(atMs);
      return fill(dateTime, { day: day(parts), clock: clock(parts) });
    },
    dateTimeWithSeconds: (atMs) => {
      const parts = partsAt(atMs);
      return fill(dateTime, { day: day(parts), clock: clockWithSeconds(parts) });
    },
    key: (atMs) => {
      const { year, month, day: date } = partsAt(atMs);
      return `${year}-${two(month + 1)}-${two(date)}`;
    },
  };
}

/** How far the reader's clock is ahead of UTC at a moment: `UTC+3`, `UTC−3:30`, `UTC`. */
export function offsetOf(atMs: number): string {
  const aheadMinutes = -new Date(atMs).getTimezoneOffset();
  if (aheadMinutes === 0) return "UTC";
  const hours = Math.floor(Math.abs(aheadMinutes) / 60);
  const minutes = Math.abs(aheadMinutes) % 60;
  return `UTC${aheadMinutes < 0 ? "−" : "+"}${hours}${minutes === 0 ? "" : `:${two(minutes)}`}`;
}

function localPartsAt(atMs: number): Parts {
  const date = new Date(atMs);
  return {
    year: date.getFullYear(),
    month: date.getMonth(),
    day: date.getDate(),
    weekday: date.getDay(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
  };
}

function utcPartsAt(atMs: number): Parts {
  const date = new Date(atMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
