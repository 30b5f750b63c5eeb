import type { StoryView } from "#status-api/page/page-view-story.ts";
import type { Formats } from "../reader/formats.ts";
import { dayMs } from "#monitor/domain/uptime.ts";

const shownDays = 15;

/** A day with the incidents and maintenance that began on it, or several days in a row on which none did. */
interface IncidentDay {
  /** A moment of the first day and one of the last; the same when it is one day. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly incidents: readonly StoryView[];
}

/** Lists the last 15 days of the reader's calendar, newest first; quiet days in a row are one entry. */
export function incidentDays(
  incidents: readonly StoryView[],
  nowMs: number,
  formats: Pick<Formats, "dateKey">,
): IncidentDay[] {
  const byDay = Map.groupBy(incidents, ({ startedAtMs }) => formats.dateKey(startedAtMs));
  const days: IncidentDay[] = [];
  for (let ago = 0; ago < shownDays; ago += 1) {
    const atMs = nowMs - ago * dayMs;
    const began = byDay.get(formats.dateKey(atMs)) ?? [];
    const newer = days.at(-1);
    if (began.length === 0 && newer?.incidents.length === 0) {
      days[days.length - 1] = { ...newer, firstMs: atMs };
    } else {
      days.push({ firstMs: atMs, lastMs: atMs, incidents: began });
    }
  }
  return days;
}
