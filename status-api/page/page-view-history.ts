import { isMonth, monthBeside, monthIn, monthStartMs } from "#monitor/domain/months.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import {
  beginOf,
  type NamedComponent,
  type StatusEventView,
  statusEventView,
} from "./page-view-status-event.ts";
import { type Archive, unlessAway } from "../snapshot/archive.ts";
import { hasReport } from "../snapshot/month-report.ts";
import type { Current } from "../snapshot/snapshot.ts";
import type { ContentOf } from "./content-of.ts";

/** The content of a month's page; months are those of the page's time zone. */
export interface HistoryView {
  readonly name: LocalizedText;
  readonly url: string;
  /** IANA name of the month's time zone. */
  readonly timeZone: string;
  /** Id of the component that the list is limited to; null for all. */
  readonly component: string | null;
  /** The month as `2026-11`. */
  readonly month: string;
  /** The previous and the next month; null before the first and after the newest one. */
  readonly previous: string | null;
  readonly next: string | null;
  /** Incidents and maintenance that began in it, newest first, each with its newest update. */
  readonly statusEvents: readonly StatusEventView[];
  readonly components: readonly NamedComponent[];
  /** Whether the month has a public report. */
  readonly hasReport: boolean;
}

/** The requested part of the history: the newest month unless one is named, of one component or of all. */
interface HistoryWish {
  readonly month?: string;
  readonly component: string | null;
}

/**
 * Returns the content of a month's page, by default the newest month's; undefined where there is none. Rejects with
 * `DatabaseAway` where the month is older than the snapshot.
 */
export async function historyContent(
  { snapshot }: Current,
  archive: Archive,
  { month: requestedMonth, component }: HistoryWish,
): Promise<ContentOf<"history", HistoryView> | undefined> {
  const { page, window, incidents, maintenances, components } = snapshot;
  const { timeZone } = page;
  if (component !== null && components.every(({ id }) => id !== component)) return undefined;
  const known = [...incidents, ...maintenances];
  const newest = monthIn(timeZone, window.toMs);
  const month = requestedMonth ?? newest;
  if (!isMonth(month) || month > newest) return undefined;
  const firstMs = await unlessAway(archive.firstStatusEventMs());
  const begins = [...known.map(beginOf), ...components.map(({ createdAtMs }) => createdAtMs)];
  const first = monthIn(timeZone, Math.min(window.toMs, firstMs ?? window.toMs, ...begins));
  if (month < first) return undefined;
  const fromMs = monthStartMs(timeZone, month);
  const statusEvents =
    fromMs >= window.fromMs
      ? known
      : await archive.statusEventsBetween(fromMs, monthStartMs(timeZone, monthBeside(month, 1)));
  return {
    kind: "history",
    view: {
      name: page.name,
      url: page.url,
      timeZone,
      component,
      month,
      previous: month > first ? monthBeside(month, -1) : null,
      next: month < newest ? monthBeside(month, 1) : null,
      statusEvents: statusEvents
        .filter((statusEvent) => monthIn(timeZone, beginOf(statusEvent)) === month)
        .filter(({ componentIds }) => component === null || componentIds.includes(component))
        .toSorted((a, b) => beginOf(b) - beginOf(a))
        .map((statusEvent) => statusEventView(statusEvent, 1)),
      components: components.map(({ id, name }) => ({ id, name })),
      hasReport: hasReport(snapshot, "public", month),
    },
  };
}
