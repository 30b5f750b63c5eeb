import type { Component, Group, Snapshot } from "../snapshot/snapshot.ts";
import { type Incident, isMaintenance, type Maintenance } from "#monitor/domain/story.ts";
import type { MaintenanceStatus } from "#monitor/domain/component-status.ts";
import { groupEntry, inPageOrder, leafEntry, overallEntry, pageEntry } from "./status-document.ts";
import type {
  ComponentDocument,
  ComponentsDocument,
  IncidentDocument,
  IncidentsDocument,
  MaintenancesDocument,
  StatuspageGroup,
  StatuspageIncident,
  StatuspageLeaf,
  StatuspageMaintenance,
  SummaryDocument,
} from "./statuspage-schema.ts";
import { scheduleOf, storyEntry } from "./story-entry.ts";
import { timestamp } from "./timestamp.ts";

/** How many of the newest a list holds, as on Statuspage. */
export const listLength = 50;

/** Renders summary.json: components, unresolved incidents, and maintenance that is not completed. */
export function summaryDocument(snapshot: Snapshot): SummaryDocument {
  return {
    ...componentsDocument(snapshot),
    incidents: unresolvedDocument(snapshot).incidents,
    scheduled_maintenances: maintenancesWith(snapshot, ["scheduled", "in_progress", "verifying"]),
    status: overallEntry(snapshot),
  };
}

/** Renders components.json: each group before its members. */
export function componentsDocument(snapshot: Snapshot): ComponentsDocument {
  return {
    page: pageEntry(snapshot),
    components: inPageOrder(
      snapshot,
      (group, members) => groupOf(snapshot, group, members),
      (component) => leafOf(snapshot, component),
    ),
  };
}

/** Renders components/{id}.json of a component or a group; undefined when there is none of this id. */
export function componentDocument(snapshot: Snapshot, id: string): ComponentDocument | undefined {
  const document = componentsDocument(snapshot);
  const component = document.components.find((entry) => entry.id === id);
  return component && { page: document.page, component };
}

/** Renders incidents.json of these incidents. */
export function incidentsDocument(
  snapshot: Snapshot,
  incidents: readonly Incident[] = snapshot.incidents.slice(0, listLength),
): IncidentsDocument {
  return {
    page: pageEntry(snapshot),
    incidents: incidents.map((incident) => incidentOf(snapshot, incident)),
  };
}

/** Renders incidents/unresolved.json. */
export function unresolvedDocument(snapshot: Snapshot): IncidentsDocument {
  return incidentsDocument(
    snapshot,
    snapshot.incidents.filter(({ resolvedAtMs }) => resolvedAtMs === null),
  );
}

/** Renders incidents/{id}.json of an incident or a maintenance. */
export function incidentDocument(
  snapshot: Snapshot,
  story: Incident | Maintenance,
): IncidentDocument {
  return {
    page: pageEntry(snapshot),
    incident: isMaintenance(story) ? maintenanceOf(snapshot, story) : incidentOf(snapshot, story),
  };
}

/** Renders scheduled-maintenances.json, the 50 newest. */
export function maintenancesDocument(snapshot: Snapshot): MaintenancesDocument {
  return {
    page: pageEntry(snapshot),
    scheduled_maintenances: snapshot.maintenances
      .slice(0, listLength)
      .map((maintenance) => maintenanceOf(snapshot, maintenance)),
  };
}

/** Renders scheduled-maintenances/upcoming.json. */
export function upcomingDocument(snapshot: Snapshot): MaintenancesDocument {
  return {
    page: pageEntry(snapshot),
    scheduled_maintenances: maintenancesWith(snapshot, ["scheduled"]),
  };
}

/** Renders scheduled-maintenances/active.json. */
export function activeDocument(snapshot: Snapshot): MaintenancesDocument {
  return {
    page: pageEntry(snapshot),
    scheduled_maintenances: maintenancesWith(snapshot, ["in_progress", "verifying"]),
  };
}

function maintenancesWith(
  snapshot: Snapshot,
  statuses: readonly MaintenanceStatus[],
): StatuspageMaintenance[] {
  return snapshot.maintenances
    .filter(({ status }) => statuses.includes(status))
    .map((maintenance) => maintenanceOf(snapshot, maintenance));
}

function incidentOf(snapshot: Snapshot, incident: Incident): StatuspageIncident {
  return storyEntry(incident, snapshot, (component) => leafOf(snapshot, component));
}

function maintenanceOf(snapshot: Snapshot, maintenance: Maintenance): StatuspageMaintenance {
  return {
    ...storyEntry(maintenance, snapshot, (component) => leafOf(snapshot, component)),
    ...scheduleOf(maintenance),
  };
}

function leafOf({ page }: Snapshot, component: Component): StatuspageLeaf {
  return {
    ...leafEntry(component),
    created_at: timestamp(component.createdAtMs),
    start_date: timestamp(component.createdAtMs).slice(0, "2026-11-21".length),
    page_id: page.id,
  };
}

/** A group is as old as its oldest member, and changed when the last of them did. */
function groupOf(
  { page, dataAtMs }: Snapshot,
  group: Group,
  members: readonly Component[],
): StatuspageGroup {
  return {
    ...groupEntry(group, members),
    created_at: timestamp(Math.min(dataAtMs, ...members.map(({ createdAtMs }) => createdAtMs))),
    updated_at: timestamp(Math.max(0, ...members.map(({ sinceMs }) => sinceMs))),
    description: null,
    showcase: false,
    start_date: null,
    page_id: page.id,
    only_show_if_degraded: false,
  };
}
