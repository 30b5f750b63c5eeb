import type { DayView } from "#status-api/page/page-view-component.ts";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";

export interface HistoryRun {
  /** The first and the last UTC day, like `2026-11-21`; the same for a single day. */
  readonly firstDate: string;
  readonly lastDate: string;
  readonly status: ComponentStatus;
  readonly durationsMs: DayView["durationsMs"];
}

/** Joins consecutive days that had the same single status, newest first; a day with several statuses is not joined. */
export function historyRuns(days: readonly DayView[]): HistoryRun[] {
  const runs: HistoryRun[] = [];
  for (const day of days.toReversed()) {
    const newer = runs.at(-1);
    if (newer !== undefined && isUniform(newer) && isUniform(day) && newer.status === day.status) {
      runs[runs.length - 1] = joined(newer, day);
    } else {
      const { date, status, durationsMs } = day;
      runs.push({ firstDate: date, lastDate: date, status, durationsMs });
    }
  }
  return runs;
}

/** Returns the run that contains a day. */
export function runOf(runs: readonly HistoryRun[], date: string): HistoryRun | undefined {
  return runs.find(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate);
}

function isUniform({ durationsMs }: Pick<HistoryRun, "durationsMs">): boolean {
  return Object.keys(durationsMs).length <= 1;
}

function joined(newer: HistoryRun, day: DayView): HistoryRun {
  const { status } = day;
  const ms = (newer.durationsMs[status] ?? 0) + (day.durationsMs[status] ?? 0);
  return { ...newer, firstDate: day.date, durationsMs: { [status]: ms } };
}
