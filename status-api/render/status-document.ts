import { overallStatus } from "../overall.ts";
import type { Component, Group, Incident, IncidentUpdate, Snapshot } from "../snapshot.ts";
import { worstStatus } from "../states.ts";
import type {
  GroupEntry,
  IncidentEntry,
  LeafEntry,
  StatusDocument,
} from "./status-document-schema.ts";

/** Renders the document at /api/v2/status.json: everything in it is in English, all times are UTC. */
export function statusDocument(snapshot: Snapshot): StatusDocument {
  const { page, components, groups, incidents } = snapshot;
  const { indicator, description } = overallStatus(components.map(({ status }) => status));
  return {
    page: {
      id: page.id,
      name: page.name.en,
      url: page.url,
      time_zone: page.timeZone,
      updated_at: timestamp(snapshot.dataAtMs),
    },
    status: { indicator, description },
    components: [
      ...groups.flatMap((group) => {
        const members = components.filter(({ groupId }) => groupId === group.id);
        return [groupEntry(group, members), ...members.map(leafEntry)];
      }),
      ...components.filter(({ groupId }) => groupId === null).map(leafEntry),
    ],
    incidents: incidents
      .filter(({ resolvedAtMs }) => resolvedAtMs === null)
      .map((incident) => incidentEntry(incident, snapshot)),
    scheduled_maintenances: [],
  };
}

function groupEntry(group: Group, members: readonly Component[]): GroupEntry {
  return {
    id: group.id,
    name: group.name.en,
    status: worstStatus(members.map(({ status }) => status)),
    position: group.position,
    group: true,
    group_id: null,
    components: [...group.componentIds],
  };
}

function leafEntry(component: Component): LeafEntry {
  return {
    id: component.id,
    name: component.name.en,
    status: component.status,
    position: component.position,
    group: false,
    group_id: component.groupId,
    description: component.description.en,
    showcase: component.showcase,
    only_show_if_degraded: component.onlyShowIfDegraded,
    updated_at: timestamp(component.sinceMs),
    uptime_90d: component.uptimePercent,
    uptime_90d_coverage: component.coveragePercent,
  };
}

function incidentEntry(incident: Incident, { page, components }: Snapshot): IncidentEntry {
  return {
    id: incident.id,
    name: incident.name.en,
    status: incident.status,
    created_at: timestamp(incident.createdAtMs),
    updated_at: timestamp(incident.updatedAtMs),
    monitoring_at: optionalTimestamp(incident.monitoringAtMs),
    resolved_at: optionalTimestamp(incident.resolvedAtMs),
    impact: incident.impact,
    shortlink: `${page.url.replace(/\/$/, "")}/#incident-${incident.id}`,
    started_at: timestamp(incident.startedAtMs),
    page_id: page.id,
    incident_updates: incident.updates.map((update) => updateEntry(update, incident.id)),
    components: components.filter(({ id }) => incident.componentIds.includes(id)).map(leafEntry),
  };
}

function updateEntry(
  update: IncidentUpdate,
  incidentId: string,
): IncidentEntry["incident_updates"][number] {
  return {
    id: update.id,
    status: update.status,
    body: update.body.en,
    incident_id: incidentId,
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

function timestamp(atMs: number): string {
  return new Date(atMs).toISOString();
}

function optionalTimestamp(atMs: number | null): string | null {
  return atMs === null ? null : timestamp(atMs);
}
