import { DAY_MS } from "#units/time.ts";
import type { StatusEventView } from "#status-api/page/page-view-status-event.ts";
import type { Formats } from "../reader/formats.ts";
import { endOf } from "#monitor/domain/status-event.ts";

const SHOWN_DAYS = 15;

/** A day with the incidents and maintenance that began on it, or several consecutive days without any. */
interface IncidentDay {
  /** A moment of the first day and one of the last; the same for a single day. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly incidents: readonly StatusEventView[];
}

/** The current state, which decides whether today is quiet. */
interface Now {
  readonly atMs: number;
  /** Whether everything works now; otherwise today is not quiet. */
  readonly isAllWell: boolean;
}

/**
 * Returns the last 15 days of the reader's calendar, newest first; consecutive quiet days are one entry. A day on which only
 * something from an earlier day was ongoing has no entry.
 */
export function incidentDays(
  incidents: readonly StatusEventView[],
  { atMs: nowMs, isAllWell }: Now,
  { dateKey }: Pick<Formats, "dateKey">,
): IncidentDay[] {
  const byDay = Map.groupBy(incidents, ({ startedAtMs }) => dateKey(startedAtMs));
  const isOver = (day: string) =>
    incidents.every(
      (statusEvent) =>
        dateKey(statusEvent.startedAtMs) > day || dateKey(endOf(statusEvent) ?? nowMs) < day,
    );
  const days: IncidentDay[] = [];
  let isInARow = false;
  for (let ago = 0; ago < SHOWN_DAYS; ago += 1) {
    const atMs = nowMs - ago * DAY_MS;
    const day = dateKey(atMs);
    const began = byDay.get(day) ?? [];
    const isQuiet = began.length === 0 && isOver(day) && (ago > 0 || isAllWell);
    const newer = days.at(-1);
    if (isQuiet && isInARow && newer !== undefined) {
      days[days.length - 1] = { ...newer, firstMs: atMs };
    } else if (isQuiet || began.length > 0) {
      days.push({ firstMs: atMs, lastMs: atMs, incidents: began });
    }
    isInARow = isQuiet;
  }
  return days;
}
