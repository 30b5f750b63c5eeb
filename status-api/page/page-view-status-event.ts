import { monthIn } from "#monitor/domain/months.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { Archive } from "../snapshot/archive.ts";
import { type Current, knownStatusEvent } from "../snapshot/snapshot.ts";
import { cutText } from "#monitor/domain/cut-text.ts";
import { forEachLanguage } from "#web-kit/language/languages.ts";
import { htmlBody, isMarkdown, plainBody } from "../texts/update-body.ts";
import type { ContentOf } from "./content-of.ts";
import { type MemberBars, memberBars } from "./page-view-member-bars.ts";
import {
  type StatusChange,
  type Incident,
  isMaintenance,
  type Maintenance,
  type StatusEvent,
} from "#monitor/domain/status-event.ts";
import type { IncidentStatus, MaintenanceStatus } from "#monitor/domain/component-status.ts";

/** An incident or a maintenance as the status page shows it; times are epoch milliseconds. */
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
  /** The announced begin and end; null for an incident. */
  readonly schedule: { readonly fromMs: number; readonly untilMs: number } | null;
  /** Newest first; only as many as the page shows. */
  readonly updates: readonly StatusEventUpdateView[];
}

interface StatusEventUpdateView {
  readonly id: string;
  readonly status: StatusEventView["status"];
  readonly body: LocalizedText;
  readonly atMs: number;
}

/** An update with its changes of components' statuses. */
export interface PublishedUpdateView extends StatusEventUpdateView {
  readonly affected: readonly StatusChange[];
  /** Whether automation wrote it, and no person. */
  readonly isAutomatic: boolean;
  /** Its text as safe HTML; null where the text is plain. */
  readonly html: LocalizedText | null;
}

/** A postmortem is shown whole on the page of its incident alone. */
const MAX_POSTMORTEM_CHARACTERS = 300;

/** The content of the page of one incident or maintenance, with all of its updates. */
export interface StatusEventPageView {
  readonly name: LocalizedText;
  readonly url: string;
  readonly statusEvent: Omit<StatusEventView, "updates"> & {
    readonly updates: readonly PublishedUpdateView[];
  };
  /** The month of the page's time zone in which it began, as `2026-11`; the newest one before it begins. */
  readonly month: string;
  readonly components: readonly NamedComponent[];
  /** How its components were while it lasted; null where there is nothing to show. */
  readonly bars: MemberBars | null;
  /** How fresh the data is; null once the status event is over, since nothing is added then. */
  readonly live: { readonly dataAtMs: number; readonly databaseAway: boolean } | null;
}

/** The id and the name of a component. */
export interface NamedComponent {
  readonly id: string;
  readonly name: LocalizedText;
}

/** Returns the view of a status event with its newest updates, by default all of them. */
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
      body: isMarkdown(update)
        ? forEachLanguage((language) =>
            cutText(plainBody(update, language), MAX_POSTMORTEM_CHARACTERS),
          )
        : update.body,
      atMs: update.displayAtMs,
    })),
  };
}

/**
 * Returns the content of the page of an incident or a maintenance, however old; undefined for an unknown id. Rejects with
 * `DatabaseAway`.
 */
export async function statusEventContent(
  { snapshot, databaseAwaySinceMs }: Current,
  archive: Archive,
  id: string,
): Promise<ContentOf<"statusEvent", StatusEventPageView> | undefined> {
  const statusEvent = knownStatusEvent(snapshot, id) ?? (await archive.incident(id));
  if (statusEvent === undefined) return undefined;
  const { page, window, components, dataAtMs } = snapshot;
  const { updates, ...view } = statusEventView(statusEvent);
  const databaseAway = databaseAwaySinceMs !== undefined;
  return {
    kind: "statusEvent",
    view: {
      name: page.name,
      url: page.url,
      statusEvent: {
        ...view,
        updates: updates.map((update, index) =>
          publishedUpdate(update, statusEvent.updates[index]),
        ),
      },
      month: monthIn(page.timeZone, Math.min(beginOf(statusEvent), window.toMs)),
      components: components.map(({ id, name }) => ({ id, name })),
      bars: await memberBars(statusEvent, snapshot, archive),
      live: statusEvent.resolvedAtMs === null ? { dataAtMs, databaseAway } : null,
    },
  };
}

function publishedUpdate(
  update: StatusEventUpdateView,
  published:
    | Pick<
        (Incident | Maintenance)["updates"][number],
        "affected" | "isAutomatic" | "status" | "body"
      >
    | undefined,
): PublishedUpdateView {
  const { affected = [], isAutomatic = false } = published ?? {};
  const html =
    published !== undefined && isMarkdown(published)
      ? forEachLanguage((language) => htmlBody(published, language, (text) => text))
      : null;
  return { ...update, affected, isAutomatic, html };
}

/** Returns when a status event begins; for a maintenance, the announced time. */
export function beginOf(statusEvent: Incident | Maintenance): number {
  return isMaintenance(statusEvent) ? statusEvent.scheduledForMs : statusEvent.startedAtMs;
}
