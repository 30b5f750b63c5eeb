import { statusEventPath } from "#monitor/domain/page-paths.ts";
import type { Language } from "#web-kit/language/languages.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Maintenance, StatusEvent, StatusEventUpdate } from "#monitor/domain/status-event.ts";
import { renderTextInUtc } from "../texts/moments.ts";
import { optionalTimestamp, timestamp } from "./timestamp.ts";

/**
 * Renders an incident or a maintenance, with its components as the document shows them; components that were removed since are
 * left out.
 */
export function statusEventEntry<Status extends string, Component>(
  statusEvent: StatusEvent<Status>,
  { page, components }: Snapshot,
  componentEntry: (component: Snapshot["components"][number]) => Component,
) {
  return {
    id: statusEvent.id,
    name: statusEvent.name.en,
    status: statusEvent.status,
    created_at: timestamp(statusEvent.createdAtMs),
    updated_at: timestamp(statusEvent.updatedAtMs),
    monitoring_at: optionalTimestamp(statusEvent.monitoringAtMs),
    resolved_at: optionalTimestamp(statusEvent.resolvedAtMs),
    impact: statusEvent.impact,
    shortlink: permalink(page, statusEvent.id),
    started_at: timestamp(statusEvent.startedAtMs),
    page_id: page.id,
    incident_updates: statusEvent.updates.map((update) =>
      updateEntry(update, statusEvent.id, "en"),
    ),
    components: components
      .filter(({ id }) => statusEvent.componentIds.includes(id))
      .map(componentEntry),
  };
}

export function maintenanceEntry<Component>(
  maintenance: Maintenance,
  snapshot: Snapshot,
  componentEntry: (component: Snapshot["components"][number]) => Component,
) {
  return {
    ...statusEventEntry(maintenance, snapshot, componentEntry),
    scheduled_for: timestamp(maintenance.scheduledForMs),
    scheduled_until: timestamp(maintenance.scheduledUntilMs),
  };
}

/** Returns the URL of an incident or a maintenance, valid for as long as it is kept. */
export function permalink({ url }: Pick<Snapshot["page"], "url">, statusEventId: string): string {
  return url.replace(/\/$/, "") + statusEventPath(statusEventId);
}

export function updateEntry<Status extends string>(
  update: StatusEventUpdate<Status>,
  statusEventId: string,
  language: Language,
) {
  return {
    id: update.id,
    status: update.status,
    body: renderTextInUtc(update.body[language], update.displayAtMs, language),
    incident_id: statusEventId,
    created_at: timestamp(update.createdAtMs),
    updated_at: timestamp(update.updatedAtMs),
    display_at: timestamp(update.displayAtMs),
    affected_components: update.affected.map(({ id, name, oldStatus, newStatus }) => ({
      code: id,
      name,
      old_status: oldStatus,
      new_status: newStatus,
    })),
  };
}
