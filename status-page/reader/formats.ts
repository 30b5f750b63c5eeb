import type { Texts } from "../texts/texts.ts";
import { dateFormat, numberFormat } from "./formatters.ts";

/** Writes dates, times, durations and shares in one language; times in one time zone, days always in UTC. */
export interface Formats {
  /** IANA name of the zone that times are written in. */
  readonly timeZone: string;
  /** `21 Nov 2026, 14:03` */
  dateTime(atMs: number): string;
  /** `21 Nov 2026, 14:03:20 UTC`, whatever the zone. */
  utc(atMs: number): string;
  /** `14:03` */
  time(atMs: number): string;
  /** `Saturday, 21 November 2026`, of a UTC day written as `2026-11-21`. */
  dayLong(date: string): string;
  /** `21 Nov 2026` */
  day(date: string): string;
  /** `3–21 Nov 2026`, of UTC days; one day when both are the same. */
  days(firstDate: string, lastDate: string): string;
  /** `3–21 November`, of moments in this zone; one day when both are of the same. */
  daysOf(firstMs: number, lastMs: number): string;
  /** `November 2026`, of a month written as `2026-11`. */
  month(month: string): string;
  /** The moment's day in this zone as `2026-11-21`. */
  dateKey(atMs: number): string;
  /** `2 h 5 min`: the two largest units, rounded down; hours up to two days, so that a day is `24 h`. */
  duration(ms: number): string;
  /** `99.98%`, of percent; whole numbers without decimals. */
  percent(percent: number): string;
  /** `4.2%`, of a share of 1. */
  share(share: number): string;
  /** `240 ms`, `1.24 s` */
  milliseconds(ms: number): string;
  number(value: number): string;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const secondMs = 1_000;

/** Makes the formats of a language and a time zone. */
export function formatsOf({ locale, units, lessThanASecond }: Texts, timeZone: string): Formats {
  const shortDay = { day: "numeric", month: "short", year: "numeric" } as const;
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const dateTime = dateFormat(locale, timeZone, { ...shortDay, ...clock });
  const time = dateFormat(locale, timeZone, clock);
  const utcSeconds = dateFormat(locale, "UTC", { ...shortDay, ...clock, second: "2-digit" });
  const longDay = dateFormat(locale, "UTC", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  const utcDay = dateFormat(locale, "UTC", shortDay);
  const zoneDay = dateFormat(locale, timeZone, { day: "numeric", month: "long" });
  const iso = dateFormat("sv-SE", timeZone, { dateStyle: "short" });
  const utcMonth = dateFormat(locale, "UTC", { month: "long", year: "numeric" });
  const percents = numberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const percentsWithDecimals = numberFormat(locale, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const shares = numberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const seconds = numberFormat(locale, { maximumFractionDigits: 2 });
  const numbers = numberFormat(locale);
  const day = remembering((date: string) => utcDay().format(Date.parse(date)));
  return {
    timeZone,
    dateTime: (atMs) => dateTime().format(atMs),
    utc: (atMs) => `${utcSeconds().format(atMs)} UTC`,
    time: (atMs) => time().format(atMs),
    dayLong: (date) => longDay().format(Date.parse(date)),
    day,
    days: (firstDate, lastDate) =>
      firstDate === lastDate
        ? day(firstDate)
        : utcDay().formatRange(Date.parse(firstDate), Date.parse(lastDate)),
    daysOf: (firstMs, lastMs) => zoneDay().formatRange(firstMs, lastMs),
    month: (month) => utcMonth().format(Date.parse(month)),
    dateKey: (atMs) => iso().format(atMs),
    duration: (ms) => {
      if (ms < secondMs) return lessThanASecond;
      const dayCount = ms < 2 * dayMs ? 0 : Math.floor(ms / dayMs);
      const parts: [count: number, unit: string][] = [
        [dayCount, units.days],
        [Math.floor((ms - dayCount * dayMs) / hourMs), units.hours],
        [Math.floor((ms % hourMs) / minuteMs), units.minutes],
        [Math.floor((ms % minuteMs) / secondMs), units.seconds],
      ];
      const first = parts.findIndex(([count]) => count > 0);
      return parts
        .slice(first, first + 2)
        .filter(([count]) => count > 0)
        .map(([count, unit]) => `${count} ${unit}`)
        .join(" ");
    },
    percent: (percent) =>
      (Number.isInteger(percent) ? percents : percentsWithDecimals)().format(percent / 100),
    share: (share) => shares().format(share),
    milliseconds: (ms) =>
      ms < secondMs
        ? `${numbers().format(Math.round(ms))} ms`
        : `${seconds().format(ms / secondMs)} ${units.seconds}`,
    number: (value) => numbers().format(value),
  };
}

/** Every component shows the same 90 days, and writing a date is slow. */
function remembering(write: (date: string) => string): (date: string) => string {
  const written = new Map<string, string>();
  return (date) => {
    const known = written.get(date);
    if (known !== undefined) return known;
    // A page that stays open for months must not keep every day it ever showed.
    if (written.size > 400) written.clear();
    const text = write(date);
    written.set(date, text);
    return text;
  };
}
