import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import { beginOf, type NamedComponent, type StoryView, storyView } from "./page-view-story.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Incident, Maintenance } from "#monitor/domain/story.ts";

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

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Writes the month of a moment as `2026-11`. */
export function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, "2026-11".length);
}

/** Tells whether `text` is a month. */
export function isMonth(text: string): boolean {
  return monthPattern.test(text);
}

/** Returns when a month and the one after it begin. */
export function boundsOf(month: string): { fromMs: number; toMs: number } {
  return { fromMs: Date.parse(month), toMs: Date.parse(monthBeside(month, 1)) };
}

/** Returns the month that lies so many after this one, or before it. */
export function monthBeside(month: string, months: number): string {
  const first = new Date(Date.parse(month));
  return monthOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months));
}

/** Renders the page of a month between the first and the newest that there is. */
export function historyView(
  { page, components }: Snapshot,
  month: string,
  { first, newest }: { first: string; newest: string },
  stories: readonly (Incident | Maintenance)[],
): HistoryView {
  return {
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
  };
}
