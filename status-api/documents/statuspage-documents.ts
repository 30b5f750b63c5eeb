import type { MaintenanceStatus } from "#monitor/domain/component-status.ts";
import { type Incident, isMaintenance, type Maintenance } from "#monitor/domain/status-event.ts";
import type { Component, Group, Snapshot } from "../snapshot/snapshot.ts";
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
} from "./document-schemas.ts";
import { groupEntry, inPageOrder, leafEntry, overallEntry, pageEntry } from "./status-document.ts";
import { maintenanceEntry, statusEventEntry } from "./status-event-entry.ts";
import { timestamp } from "./timestamp.ts";

/** The number of newest items in a list, as on Statuspage. */
export const LIST_LENGTH = 50;

/** Statuspage's documents without parameters, by path. */
export const statuspageDocuments: Readonly<
  Record<
    string,
    (
      snapshot: Snapshot,
    ) => SummaryDocument | ComponentsDocument | IncidentsDocument | MaintenancesDocument
  >
> = {
  "/api/v2/summary.json": (snapshot) => ({
    ...componentsDocument(snapshot),
    ...unresolvedDocument(snapshot),
    ...maintenancesDocument(snapshot, withStatus("scheduled", "in_progress", "verifying")),
    status: overallEntry(snapshot),
  }),
  "/api/v2/components.json": componentsDocument,
  "/api/v2/incidents/unresolved.json": unresolvedDocument,
  "/api/v2/scheduled-maintenances.json": (snapshot) =>
    maintenancesDocument(snapshot, (_, index) => index < LIST_LENGTH),
  "/api/v2/scheduled-maintenances/upcoming.json": (snapshot) =>
    maintenancesDocument(snapshot, withStatus("scheduled")),
  "/api/v2/scheduled-maintenances/active.json": (snapshot) =>
    maintenancesDocument(snapshot, withStatus("in_progress", "verifying")),
};

/** Renders components/{id}.json of a component or a group; undefined when there is none of this id. */
export function componentDocument(snapshot: Snapshot, id: string): ComponentDocument | undefined {
  const { page, components } = componentsDocument(snapshot);
  const component = components.find((entry) => entry.id === id);
  return component && { page, component };
}

export function incidentsDocument(
  snapshot: Snapshot,
  incidents: readonly Incident[],
): IncidentsDocument {
  return {
    page: pageEntry(snapshot),
    incidents: incidents.map((incident) => incidentOf(snapshot, incident)),
  };
}

/** Renders incidents/{id}.json of an incident or a maintenance. */
export function incidentDocument(
  snapshot: Snapshot,
  statusEvent: Incident | Maintenance,
): IncidentDocument {
  return {
    page: pageEntry(snapshot),
    incident: isMaintenance(statusEvent)
      ? maintenanceOf(snapshot, statusEvent)
      : incidentOf(snapshot, statusEvent),
  };
}

function componentsDocument(snapshot: Snapshot): ComponentsDocument {
  return {
    page: pageEntry(snapshot),
    components: inPageOrder(
      snapshot,
      (group, members) => groupOf(snapshot, group, members),
      (component) => leafOf(snapshot, component),
    ),
  };
}

function unresolvedDocument(snapshot: Snapshot): IncidentsDocument {
  const { incidents } = snapshot;
  return incidentsDocument(
    snapshot,
    incidents.filter(({ resolvedAtMs }) => resolvedAtMs === null),
  );
}

function maintenancesDocument(
  snapshot: Snapshot,
  isListed: (maintenance: Maintenance, index: number) => boolean,
): MaintenancesDocument {
  return {
    page: pageEntry(snapshot),
    scheduled_maintenances: snapshot.maintenances
      .filter(isListed)
      .map((maintenance) => maintenanceOf(snapshot, maintenance)),
  };
}

function withStatus(...statuses: readonly MaintenanceStatus[]) {
  return ({ status }: Maintenance): boolean => statuses.includes(status);
}

function incidentOf(snapshot: Snapshot, incident: Incident): StatuspageIncident {
  return statusEventEntry(incident, snapshot, (component) => leafOf(snapshot, component));
}

function maintenanceOf(snapshot: Snapshot, maintenance: Maintenance): StatuspageMaintenance {
  return maintenanceEntry(maintenance, snapshot, (component) => leafOf(snapshot, component));
}

function leafOf({ page }: Snapshot, component: Component): StatuspageLeaf {
  return {
    ...leafEntry(component),
    created_at: timestamp(component.createdAtMs),
    start_date: timestamp(component.createdAtMs).slice(0, "2026-11-21".length),
    page_id: page.id,
  };
}

/** Renders a group, which is as old as its oldest member, and changed when the last of its members did. */
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
