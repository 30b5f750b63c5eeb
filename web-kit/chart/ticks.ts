import { DAY_MS, HOUR_MS, MINUTE_MS } from "#units/time.ts";
import { datesOf } from "../locale/dates.ts";
import type { ChartLocale } from "./chart.ts";

const TIME_STEPS_MS = [
  ...[5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 4, 7, 14, 30, 60].map((days) => days * DAY_MS),
];
/** The maximum number of steps of an axis. */
const MAX_TIME_STEPS = 8;
const MAX_VALUE_STEPS = 5;

/** Returns ticks at round times of the zone's clock, labelled with the time, or with the day at midnight. */
export function timeTicks(fromMs: number, untilMs: number, { language, zone }: ChartLocale) {
  const apartMs =
    TIME_STEPS_MS.find((stepMs) => (untilMs - fromMs) / stepMs <= MAX_TIME_STEPS) ?? 60 * DAY_MS;
  const aheadMs = (atMs: number): number =>
    zone === "utc" ? 0 : -new Date(atMs).getTimezoneOffset() * MINUTE_MS;
  const dates = datesOf(language, zone);
  const ticks: { readonly atMs: number; readonly label: string }[] = [];
  /** Returns when the zone's clock shows what the UTC clock shows at `shownMs`. */
  const atOf = (shownMs: number): number => shownMs - aheadMs(shownMs - aheadMs(fromMs));
  const firstMs = Math.ceil((fromMs + aheadMs(fromMs)) / apartMs) * apartMs;
  for (let shownMs = firstMs; atOf(shownMs) <= untilMs; shownMs += apartMs) {
    const atMs = atOf(shownMs);
    const isMidnight = shownMs % DAY_MS === 0;
    ticks.push({ atMs, label: isMidnight ? dates.dayAndMonth(atMs) : dates.clock(atMs) });
  }
  return ticks;
}

/** Returns ticks from 0 to at least `max`, a round decimal step apart, each formatted differently. */
export function valueTicks(max: number, formatValue: (value: number) => string): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(max));
  return (
    [0.2, 0.5, 1, 2, 5, 10]
      .map((step) => step * power)
      .filter((step) => max / step <= MAX_VALUE_STEPS)
      .map((step) => Array.from({ length: Math.ceil(max / step) + 1 }, (_, at) => at * step))
      .find((ticks) => new Set(ticks.map(formatValue)).size === ticks.length) ?? [0, max]
  );
}
