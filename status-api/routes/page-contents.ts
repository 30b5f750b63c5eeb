import { type Archive, DatabaseAway } from "../snapshot/archive.ts";
import type { PageContent } from "../page/page-build.ts";
import type { Publication } from "../publication/publication.ts";
import { pageView } from "../page/page-view.ts";
import { componentPageView, type ComponentPageView } from "../page/page-view-component.ts";
import {
  type FigureRange,
  figureRanges,
  figuresView,
  rangeStartMs,
} from "../page/page-view-figures.ts";
import {
  boundsOf,
  type HistoryView,
  historyView,
  isMonth,
  monthOf,
} from "../page/page-view-history.ts";
import { beginOf, storyPageView } from "../page/page-view-story.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { knownStory, oldStory } from "./statuspage.ts";

const [usualRange] = figureRanges;

/** The range that an address asks charts for. */
export function rangeOf(asked: unknown): FigureRange {
  return figureRanges.find((range) => range === asked) ?? usualRange;
}

/** Where a component's page is; the usual range goes without saying. */
export function componentPath(id: string, range: FigureRange): string {
  return `/components/${id}${range === usualRange ? "" : `?range=${range}`}`;
}

/** Finds what the main page shows. */
export function overviewContent({ snapshot, databaseAwaySinceMs }: Publication): PageContent {
  const databaseAway = databaseAwaySinceMs !== undefined;
  return { kind: "overview", view: pageView(snapshot, { databaseAway }) };
}

/** Finds what a component's page shows; while the database is away, without what only it has. */
export async function componentContent(
  { snapshot, databaseAwaySinceMs }: Publication,
  archive: Archive,
  id: string,
  range: FigureRange,
): Promise<PageContent | undefined> {
  const component = snapshot.components.find((one) => one.id === id);
  if (component === undefined) return undefined;
  const measured = await unlessAway(measuredOf(snapshot, archive, id, range));
  const databaseAway = databaseAwaySinceMs !== undefined;
  const view = componentPageView(snapshot, component, { databaseAway, range, measured });
  return { kind: "component", view };
}

async function measuredOf(
  { window }: Snapshot,
  archive: Archive,
  id: string,
  range: FigureRange,
): Promise<ComponentPageView["measured"]> {
  const [checks, figures] = await Promise.all([
    archive.checks(id),
    archive.figures(id, rangeStartMs(range, window.toMs)),
  ]);
  return { checks, figures: figuresView(figures, range, window.toMs) };
}

/** Finds what the page of an incident or a maintenance shows, however old; rejects with `DatabaseAway`. */
export async function storyContent(
  { snapshot, databaseAwaySinceMs }: Publication,
  archive: Archive,
  id: string,
): Promise<PageContent | undefined> {
  const story = knownStory(snapshot, id) ?? (await oldStory(archive, id));
  if (story === undefined) return undefined;
  const databaseAway = databaseAwaySinceMs !== undefined;
  return { kind: "story", view: storyPageView(snapshot, story, { databaseAway }) };
}

/** Finds what a month's page shows, the newest month's unless one is named; older ones reject with `DatabaseAway`. */
export async function historyContent(
  { snapshot }: Publication,
  archive: Archive,
  asked: string | undefined,
): Promise<PageContent | undefined> {
  const { window, incidents, maintenances, components } = snapshot;
  const known = [...incidents, ...maintenances];
  const newest = monthOf(window.toMs);
  const month = asked ?? newest;
  if (!isMonth(month) || month > newest) return undefined;
  const firstMs = await unlessAway(archive.firstStoryMs());
  const begins = [...known.map(beginOf), ...components.map(({ createdAtMs }) => createdAtMs)];
  const first = monthOf(Math.min(window.toMs, firstMs ?? window.toMs, ...begins));
  if (month < first) return undefined;
  const { fromMs, toMs } = boundsOf(month);
  const isKnown = fromMs >= window.fromMs;
  const stories = isKnown ? known : await archive.storiesBetween(fromMs, toMs);
  const view: HistoryView = historyView(snapshot, month, { first, newest }, stories);
  return { kind: "history", view };
}

/** Resolves to null instead of rejecting while the database is away. */
async function unlessAway<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DatabaseAway) return null;
    throw error;
  }
}
