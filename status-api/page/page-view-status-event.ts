import { monthIn } from "#monitor/domain/months.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { Archive } from "../snapshot/archive.ts";
import { type Current, knownStatusEvent } from "../snapshot/snapshot.ts";
import type { PageContent } from "./page-build.ts";
import {
  type StatusChange,
  type Incident,
  isMaintenance,
  type Maintenance,
  type StatusEvent,
} from "#monitor/domain/status-event.ts";
import type { IncidentStatus, MaintenanceStatus } from "#monitor/domain/component-status.ts";

/** An incident or a maintenance as the status page tells it; epoch milliseconds. */
export interface StatusEventView extends Pick<
  StatusEvent<IncidentStatus | MaintenanceStatus>,
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
  readonly updates: readonly StatusEventUpdateView[];
}

interface StatusEventUpdateView {
  readonly id: string;
  readonly status: StatusEventView["status"];
  readonly body: LocalizedText;
  readonly atMs: number;
}

/** An update with how the components changed by it. */
export interface PublishedUpdateView extends StatusEventUpdateView {
  readonly affected: readonly StatusChange[];
}

/** What the page of one incident or maintenance shows: its whole status event. */
export interface StatusEventPageView {
  readonly name: LocalizedText;
  readonly url: string;
  readonly statusEvent: Omit<StatusEventView, "updates"> & {
    readonly updates: readonly PublishedUpdateView[];
  };
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

/** Renders a status event with its newest updates, all of them unless told otherwise. */
export function statusEventView(
  statusEvent: Incident | Maintenance,
  maximumUpdates = statusEvent.updates.length,
): StatusEventView {
  const { id, name, status, impact, componentIds, updates } = statusEvent;
  const { startedAtMs, monitoringAtMs, resolvedAtMs } = statusEvent;
  const schedule = isMaintenance(statusEvent)
    ? { fromMs: statusEvent.scheduledForMs, untilMs: statusEvent.scheduledUntilMs }
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
export async function statusEventContent(
  { snapshot, databaseAwaySinceMs }: Current,
  archive: Archive,
  id: string,
): Promise<PageContent | undefined> {
  const statusEvent = knownStatusEvent(snapshot, id) ?? (await archive.incident(id));
  if (statusEvent === undefined) return undefined;
  const { page, components, dataAtMs } = snapshot;
  const { updates, ...view } = statusEventView(statusEvent);
  const databaseAway = databaseAwaySinceMs !== undefined;
  return {
    kind: "story",
    view: {
      name: page.name,
      url: page.url,
      statusEvent: {
        ...view,
        updates: updates.map((update, index) => ({
          ...update,
          affected: statusEvent.updates[index]?.affected ?? [],
        })),
      },
      month: monthIn(page.timeZone, beginOf(statusEvent)),
      components: components.map(({ id, name }) => ({ id, name })),
      live: statusEvent.resolvedAtMs === null ? { dataAtMs, databaseAway } : null,
    },
  };
}

/** Tells when a status event is said to begin: a maintenance when it was announced for. */
export function beginOf(statusEvent: Incident | Maintenance): number {
  return isMaintenance(statusEvent) ? statusEvent.scheduledForMs : statusEvent.startedAtMs;
}
