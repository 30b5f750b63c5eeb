import type { DayView } from "#status-api/page/page-view-component.ts";
import { COMPONENT_STATUSES, type ComponentStatus } from "#monitor/domain/component-status.ts";
import type { Formats } from "../reader/formats.ts";
import type { PageTexts } from "../texts/texts.ts";

/** Worst first; unobserved time comes last. */
const STATUSES_BY_WEIGHT = [
  ...COMPONENT_STATUSES.filter((status) => status !== "unknown").toReversed(),
  "unknown",
] as const;

/** Returns how long each status lasted, worst first. */
export function durationsByWeight(
  durationsMs: DayView["durationsMs"],
): { status: ComponentStatus; ms: number }[] {
  return STATUSES_BY_WEIGHT.flatMap((status) => {
    const ms = durationsMs[status] ?? 0;
    return ms > 0 ? [{ status, ms }] : [];
  });
}

/** Formats durations in one line: `Major outage 12 min, Operational 23 h 48 min`. */
export function durationsInWords(
  durationsMs: DayView["durationsMs"],
  texts: PageTexts,
  formats: Formats,
): string {
  return durationsByWeight(durationsMs)
    .map(({ status, ms }) => `${texts.component[status]} ${formats.duration(ms)}`)
    .join(", ");
}

/** A day observed for less than this share counts as partly observed. */
const FULL_SHARE = 0.9;

/** Returns whether a day was observed, but for less than `FULL_SHARE` of it. */
export function isPartlyObserved({ status, durationsMs }: DayView): boolean {
  const lengthMs = Object.values(durationsMs).reduce((sum, ms) => sum + ms, 0);
  return status !== "unknown" && (durationsMs.unknown ?? 0) > (1 - FULL_SHARE) * lengthMs;
}

/** Describes a day in a few words: its status, and the durations of other statuses than operational. */
export function dayInWords(day: DayView, texts: PageTexts, formats: Formats): string {
  const notable = durationsByWeight(day.durationsMs)
    .filter(({ status }) => status !== "operational")
    .filter(({ status }) => status !== "unknown" || isPartlyObserved(day))
    .map(({ status, ms }) => `${texts.component[status]} ${formats.duration(ms)}`);
  const isPlain = day.status === "operational" || day.status === "unknown";
  return (isPlain ? [texts.component[day.status], ...notable] : notable).join(", ");
}
