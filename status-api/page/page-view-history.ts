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
import type { PageContent } from "./page-build.ts";

/** What the page of one month shows; months are those of the page's time zone. */
export interface HistoryView {
  readonly name: LocalizedText;
  readonly url: string;
  /** IANA name of the zone that the month is of. */
  readonly timeZone: string;
  /** Id of the component that the month is told of; null for all of them. */
  readonly component: string | null;
  /** The month as `2026-11`. */
  readonly month: string;
  /** The months beside it; null where there is nothing to tell yet, or no more. */
  readonly previous: string | null;
  readonly next: string | null;
  /** Incidents and maintenance that began in it, newest first, each with its newest update. */
  readonly statusEvents: readonly StatusEventView[];
  readonly components: readonly NamedComponent[];
  /** Whether everybody may see a report of the month. */
  readonly hasReport: boolean;
}

/** What of the history somebody wants: the newest month unless one is named, of one component or of all. */
interface HistoryWish {
  readonly month?: string;
  readonly component: string | null;
}

/** Finds what a month's page shows, the newest month's unless one is named; older ones reject with `DatabaseAway`. */
export async function historyContent(
  { snapshot }: Current,
  archive: Archive,
  { month: asked, component }: HistoryWish,
): Promise<PageContent | undefined> {
  const { page, window, incidents, maintenances, components } = snapshot;
  const { timeZone } = page;
  if (component !== null && components.every(({ id }) => id !== component)) return undefined;
  const known = [...incidents, ...maintenances];
  const newest = monthIn(timeZone, window.toMs);
  const month = asked ?? newest;
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
