import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#units/time.ts";
import type english from "#languages/en/durations.json";
import type { TextsOf } from "./texts.ts";

/** The names of units of time in one language. */
export type DurationTexts = TextsOf<typeof english>;

/** Formats a duration, `2 h 5 min`: the two largest units, rounded down; in hours up to two days, so that a day is `24 h`. */
export function durationIn(texts: DurationTexts, ms: number): string {
  if (ms < SECOND_MS) return texts.lessThanASecond;
  const dayCount = ms < 2 * DAY_MS ? 0 : Math.floor(ms / DAY_MS);
  const parts: [count: number, unit: string][] = [
    [dayCount, texts.days],
    [Math.floor((ms - dayCount * DAY_MS) / HOUR_MS), texts.hours],
    [Math.floor((ms % HOUR_MS) / MINUTE_MS), texts.minutes],
    [Math.floor((ms % MINUTE_MS) / SECOND_MS), texts.seconds],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}
