import { datesOf, type Zone } from "#web-kit/locale/dates.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { writeNumber, writePercent } from "#web-kit/locale/numbers.ts";
import type { PageTexts } from "../texts/texts.ts";

/** Writes dates, times, durations and shares in one language; times in one time zone, days always in UTC. */
export interface Formats {
  /** Where times are told; days are UTC days in either. */
  readonly zone: Zone;
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
  /** `3 – 21 Nov 2026`, of UTC days; one day when both are the same. */
  days(firstDate: string, lastDate: string): string;
  /** `3 – 21 November`, of moments in this zone; one day when both are of the same. */
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

/** Makes the formats of a language and a zone. */
export function formatsOf(
  language: Language,
  { units, lessThanASecond }: Pick<PageTexts, "units" | "lessThanASecond">,
  zone: Zone,
): Formats {
  const dates = datesOf(language, zone);
  const utc = datesOf(language, "utc");
  return {
    zone,
    dateTime: dates.dateTime,
    utc: (atMs) => `${utc.dateTimeWithSeconds(atMs)} UTC`,
    time: dates.clock,
    dayLong: (date) => utc.weekday(Date.parse(date)),
    day: (date) => utc.day(Date.parse(date)),
    days: (firstDate, lastDate) => utc.days(Date.parse(firstDate), Date.parse(lastDate)),
    daysOf: dates.longDays,
    month: (month) => utc.month(Date.parse(month)),
    dateKey: dates.key,
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
      writePercent(language, percent, Number.isInteger(percent) ? {} : { least: 2 }),
    share: (share) => writePercent(language, share * 100, { most: 1 }),
    milliseconds: (ms) =>
      ms < secondMs
        ? `${writeNumber(language, ms)} ms`
        : `${writeNumber(language, ms / secondMs, { most: 2 })} ${units.seconds}`,
    number: (value) => writeNumber(language, value, { most: 3 }),
  };
}
