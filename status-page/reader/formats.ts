import { datesOf, type Zone } from "#web-kit/locale/dates.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { writeNumber, writePercent } from "#web-kit/locale/numbers.ts";
import type { PageTexts } from "../texts/texts.ts";
import { dayMs } from "#monitor/domain/uptime.ts";

/** Writes dates, times, durations and shares in one language; times in one time zone, days always in UTC. */
export type Formats = ReturnType<typeof formatsOf>;

const hourMs = 3_600_000;
const minuteMs = 60_000;
const secondMs = 1_000;

export function formatsOf(
  language: Language,
  { units, lessThanASecond }: Pick<PageTexts, "units" | "lessThanASecond">,
  zone: Zone,
) {
  const dates = datesOf(language, zone);
  const utc = datesOf(language, "utc");
  return {
    zone,
    /** `21 Nov 2026, 14:03` */
    dateTime: dates.dateTime,
    /** `21 Nov 2026, 14:03:20 UTC`, whatever the zone. */
    utc: (atMs: number): string => `${utc.dateTimeWithSeconds(atMs)} UTC`,
    /** `14:03` */
    time: dates.clock,
    /** `Saturday, 21 November 2026`, of a UTC day written as `2026-11-21`. */
    dayLong: (date: string): string => utc.weekday(Date.parse(date)),
    /** `21 Nov 2026` */
    day: (date: string): string => utc.day(Date.parse(date)),
    /** `3 – 21 Nov 2026`, of UTC days; one day when both are the same. */
    days: (firstDate: string, lastDate: string): string =>
      utc.days(Date.parse(firstDate), Date.parse(lastDate)),
    /** `3 – 21 November`, of moments in this zone; one day when both are of the same. */
    daysOf: dates.longDays,
    /** `November 2026`, of a month written as `2026-11`. */
    month: (month: string): string => utc.month(Date.parse(month)),
    /** The moment's day in this zone as `2026-11-21`. */
    dateKey: dates.key,
    /** `2 h 5 min`: the two largest units, rounded down; hours up to two days, so that a day is `24 h`. */
    duration(ms: number): string {
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
    /** `99.98%`, of percent; whole numbers without decimals. */
    percent: (percent: number): string =>
      writePercent(language, percent, Number.isInteger(percent) ? {} : { least: 2 }),
    /** `4.2%`, of a share of 1. */
    share: (share: number): string => writePercent(language, share * 100, { most: 1 }),
    /** `240 ms`, `1.24 s` */
    milliseconds: (ms: number): string =>
      ms < secondMs
        ? `${writeNumber(language, ms)} ms`
        : `${writeNumber(language, ms / secondMs, { most: 2 })} ${units.seconds}`,
    number: (value: number): string => writeNumber(language, value, { most: 3 }),
  };
}
