import { datesOf, type Zone } from "../locale/dates.ts";
import type { Language } from "../language/languages.ts";

const dayMs = 86_400_000;

/** By which clock and in which language a chart is read. */
export interface ChartLocale {
  readonly language: Language;
  readonly zone: Zone;
}

/** Writes the ticks of a time axis: times within days, the day where one begins, days alone when ticks are days apart. */
export function tickLabels(
  ticksMs: readonly number[],
  apartMs: number,
  { language, zone }: ChartLocale,
): string[] {
  const dates = datesOf(language, zone);
  return ticksMs.map((atMs) => {
    const clock = dates.clock(atMs);
    return apartMs >= dayMs || clock === "00:00" ? dates.dayAndMonth(atMs) : clock;
  });
}
