import { monthIn } from "#monitor/domain/months.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { Archive } from "../snapshot/archive.ts";
import { type Current, knownStory } from "../snapshot/snapshot.ts";
import type { PageContent } from "./page-build.ts";
import {
  type StatusChange,
  type Incident,
  isMaintenance,
  type Maintenance,
  type Story,
} from "#monitor/domain/story.ts";
import type { IncidentStatus, MaintenanceStatus } from "#monitor/domain/component-status.ts";

/** An incident or a maintenance as the status page tells it; epoch milliseconds. */
export interface StoryView extends Pick<
  Story<IncidentStatus | MaintenanceStatus>,
  | "id"
  | "name"
  | "status"
  | "impact"
  | "startedAtMs"
  | "monitoringAtMs"
  | "resolvedAtMs"
  | "componentIds"
> {
  /** Begin and end as announced; null for an incident. */
  readonly schedule: { readonly fromMs: number; readonly untilMs: number } | null;
  /** Newest first; as many as the page that it is for tells. */
  readonly updates: readonly StoryUpdateView[];
}

interface StoryUpdateView {
  readonly id: string;
  readonly status: StoryView["status"];
  readonly body: LocalizedText;
  readonly atMs: number;
}

/** An update with how the components changed by it. */
export interface PublishedUpdateView extends StoryUpdateView {
  readonly affected: readonly StatusChange[];
}

/** What the page of one incident or maintenance shows: its whole story. */
export interface StoryPageView {
  readonly name: LocalizedText;
  readonly url: string;
  readonly story: Omit<StoryView, "updates"> & { readonly updates: readonly PublishedUpdateView[] };
  /** The month of the page's time zone in which it began, as `2026-11`. */
  readonly month: string;
  readonly components: readonly NamedComponent[];
  /** How fresh it is; null once it is over, since nothing is added then. */
  readonly live: { readonly dataAtMs: number; readonly databaseAway: boolean } | null;
}

/** A component as far as a page names it. */
export interface NamedComponent {
  readonly id: string;
  readonly name: LocalizedText;
}

/** Renders a story with its newest updates, all of them unless told otherwise. */
export function storyView(
  story: Incident | Maintenance,
  maximumUpdates = story.updates.length,
): StoryView {
  const { id, name, status, impact, componentIds, updates } = story;
  const { startedAtMs, monitoringAtMs, resolvedAtMs } = story;
  const schedule = isMaintenance(story)
    ? { fromMs: story.scheduledForMs, untilMs: story.scheduledUntilMs }
    : null;
  return {
    id,
    name,
    status,
    impact,
    startedAtMs,
    monitoringAtMs,
    resolvedAtMs,
    schedule,
    componentIds,
    updates: updates.slice(0, maximumUpdates).map((update) => ({
      id: update.id,
      status: update.status,
      body: update.body,
      atMs: update.displayAtMs,
    })),
  };
}

/** Finds what the page of an incident or a maintenance shows, however old; rejects with `DatabaseAway`. */
export async function storyContent(
  { snapshot, databaseAwaySinceMs }: Current,
  archive: Archive,
  id: string,
): Promise<PageContent | undefined> {
  const story = knownStory(snapshot, id) ?? (await archive.incident(id));
  if (story === undefined) return undefined;
  const { page, components, dataAtMs } = snapshot;
  const { updates, ...view } = storyView(story);
  const databaseAway = databaseAwaySinceMs !== undefined;
  return {
    kind: "story",
    view: {
      name: page.name,
      url: page.url,
      story: {
        ...view,
        updates: updates.map((update, index) => ({
          ...update,
          affected: story.updates[index]?.affected ?? [],
        })),
      },
      month: monthIn(page.timeZone, beginOf(story)),
      components: components.map(({ id, name }) => ({ id, name })),
      live: story.resolvedAtMs === null ? { dataAtMs, databaseAway } : null,
    },
  };
}

/** Tells when a story is said to begin: a maintenance when it was announced for. */
export function beginOf(story: Incident | Maintenance): number {
  return isMaintenance(story) ? story.scheduledForMs : story.startedAtMs;
}
