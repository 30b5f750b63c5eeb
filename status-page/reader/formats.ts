import { SECOND_MS } from "#units/time.ts";
import type { TextMoment } from "#monitor/domain/text-moments.ts";
import { datesOf, type Zone } from "#web-kit/locale/dates.ts";
import { durationIn, type DurationTexts } from "#web-kit/language/duration.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { sinceIn } from "#web-kit/language/since.ts";
import { writeNumber, writePercent } from "#web-kit/locale/numbers.ts";

/** Formats dates, times, durations and shares in one language; times in one time zone, days always in UTC. */
export type Formats = ReturnType<typeof formatsOf>;

export function formatsOf(language: Language, durations: DurationTexts, zone: Zone) {
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
    /** `14:03`, or `20 Nov 2026, 22:03` if that is not the day of `saidMs`, when the sentence was published. */
    inSentence({ form, atMs }: TextMoment, saidMs: number): string {
      const isSameDay = dates.key(atMs) === dates.key(saidMs);
      const time = isSameDay ? dates.clock(atMs) : dates.dateTime(atMs);
      return form === "since" ? sinceIn(language, time) : time;
    },
    /** `06:00`, of an hour in UTC. */
    hour: (hour: number): string => utc.clock(Date.UTC(2026, 0, 1, hour)),
    /** `Saturday, 21 November 2026`, of a UTC day written as `2026-11-21`. */
    dayLong: (date: string): string => utc.weekday(Date.parse(date)),
    /** `21 Nov 2026` */
    day: (date: string): string => utc.day(Date.parse(date)),
    /** `3 – 21 Nov 2026`, of UTC days; one day when both are the same. */
    days: (firstDate: string, lastDate: string): string =>
      utc.days(Date.parse(firstDate), Date.parse(lastDate)),
    /** `3 – 21 November`, of moments in this zone; one day when both are on the same. */
    daysOf: dates.longDays,
    /** `November 2026`, of a month written as `2026-11`. */
    month: (month: string): string => utc.month(Date.parse(month)),
    /** The moment's day in this zone as `2026-11-21`. */
    dateKey: dates.key,
    /** `2 h 5 min` */
    duration: (ms: number): string => durationIn(durations, ms),
    /** `99.98%`, of percent; whole numbers without decimals. */
    percent: (percent: number): string =>
      writePercent(language, percent, Number.isInteger(percent) ? {} : { min: 2 }),
    /** Writes a share of 1 as `4.2%`. */
    share: (share: number): string => writePercent(language, share * 100, { max: 1 }),
    /** `240 ms`, `1.24 s` */
    milliseconds: (ms: number): string =>
      ms < SECOND_MS
        ? `${writeNumber(language, ms)} ms`
        : `${writeNumber(language, ms / SECOND_MS, { max: 2 })} ${durations.seconds}`,
    number: (value: number): string => writeNumber(language, value, { max: 3 }),
  };
}
