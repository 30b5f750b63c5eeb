import type { Language } from "#web-kit/language/languages.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Maintenance, Story, StoryUpdate } from "#monitor/domain/story.ts";
import { renderTextInUtc } from "../texts/moments.ts";
import { optionalTimestamp, timestamp } from "./timestamp.ts";

/** Renders an incident or a maintenance with its components in the document's own shape; those that were removed since are left out. */
export function storyEntry<Status extends string, Component>(
  story: Story<Status>,
  { page, components }: Snapshot,
  componentEntry: (component: Snapshot["components"][number]) => Component,
) {
  return {
    id: story.id,
    name: story.name.en,
    status: story.status,
    created_at: timestamp(story.createdAtMs),
    updated_at: timestamp(story.updatedAtMs),
    monitoring_at: optionalTimestamp(story.monitoringAtMs),
    resolved_at: optionalTimestamp(story.resolvedAtMs),
    impact: story.impact,
    shortlink: permalink(page, story.id),
    started_at: timestamp(story.startedAtMs),
    page_id: page.id,
    incident_updates: story.updates.map((update) => updateEntry(update, story.id, "en")),
    components: components.filter(({ id }) => story.componentIds.includes(id)).map(componentEntry),
  };
}

export function maintenanceEntry<Component>(
  maintenance: Maintenance,
  snapshot: Snapshot,
  componentEntry: (component: Snapshot["components"][number]) => Component,
) {
  return {
    ...storyEntry(maintenance, snapshot, componentEntry),
    scheduled_for: timestamp(maintenance.scheduledForMs),
    scheduled_until: timestamp(maintenance.scheduledUntilMs),
  };
}

/** Where readers find an incident or a maintenance, for as long as it is kept. */
export function permalink({ url }: Pick<Snapshot["page"], "url">, storyId: string): string {
  return `${url.replace(/\/$/, "")}/incidents/${storyId}`;
}

export function updateEntry<Status extends string>(
  update: StoryUpdate<Status>,
  storyId: string,
  language: Language,
) {
  return {
    id: update.id,
    status: update.status,
    body: renderTextInUtc(update.body[language], update.displayAtMs, language),
    incident_id: storyId,
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
