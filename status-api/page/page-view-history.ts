import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import { beginOf, type NamedComponent, type StoryView, storyView } from "./page-view-story.ts";
import { type Archive, unlessAway } from "../snapshot/archive.ts";
import type { Current } from "../snapshot/snapshot.ts";
import type { PageContent } from "./page-build.ts";

/** What the page of one month shows; months are those of UTC. */
export interface HistoryView {
  readonly name: LocalizedText;
  readonly url: string;
  /** The month as `2026-11`. */
  readonly month: string;
  /** The months beside it; null where there is nothing to tell yet, or no more. */
  readonly previous: string | null;
  readonly next: string | null;
  /** Incidents and maintenance that began in it, newest first, each with its newest update. */
  readonly stories: readonly StoryView[];
  readonly components: readonly NamedComponent[];
}

/** Writes the month of a moment as `2026-11`. */
export function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, "2026-11".length);
}

export function isMonth(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
}

/** Returns the month that lies so many after this one, or before it. */
export function monthBeside(month: string, months: number): string {
  const first = new Date(Date.parse(month));
  return monthOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months));
}

/** Finds what a month's page shows, the newest month's unless one is named; older ones reject with `DatabaseAway`. */
export async function historyContent(
  { snapshot }: Current,
  archive: Archive,
  asked: string | undefined,
): Promise<PageContent | undefined> {
  const { page, window, incidents, maintenances, components } = snapshot;
  const known = [...incidents, ...maintenances];
  const newest = monthOf(window.toMs);
  const month = asked ?? newest;
  if (!isMonth(month) || month > newest) return undefined;
  const firstMs = await unlessAway(archive.firstStoryMs());
  const begins = [...known.map(beginOf), ...components.map(({ createdAtMs }) => createdAtMs)];
  const first = monthOf(Math.min(window.toMs, firstMs ?? window.toMs, ...begins));
  if (month < first) return undefined;
  const fromMs = Date.parse(month);
  const stories =
    fromMs >= window.fromMs
      ? known
      : await archive.storiesBetween(fromMs, Date.parse(monthBeside(month, 1)));
  return {
    kind: "history",
    view: {
      name: page.name,
      url: page.url,
      month,
      previous: month > first ? monthBeside(month, -1) : null,
      next: month < newest ? monthBeside(month, 1) : null,
      stories: stories
        .filter((story) => monthOf(beginOf(story)) === month)
        .toSorted((a, b) => beginOf(b) - beginOf(a))
        .map((story) => storyView(story, 1)),
      components: components.map(({ id, name }) => ({ id, name })),
    },
  };
}
