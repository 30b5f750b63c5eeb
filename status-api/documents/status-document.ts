import { overallStatus } from "#monitor/domain/overall.ts";
import type { Component, Group, Snapshot } from "../snapshot/snapshot.ts";
import { worstStatus } from "#monitor/domain/component-status.ts";
import type {
  GroupEntry,
  LeafEntry,
  OverallEntry,
  PageEntry,
  StatusDocument,
} from "./document-schemas.ts";
import { maintenanceEntry, statusEventEntry } from "./status-event-entry.ts";
import { timestamp } from "./timestamp.ts";

/** Renders the document at /api/v2/status.json: everything in it is in English, all times are UTC. */
export function statusDocument(snapshot: Snapshot): StatusDocument {
  const { incidents, maintenances } = snapshot;
  return {
    page: pageEntry(snapshot),
    status: overallEntry(snapshot),
    components: inPageOrder(snapshot, groupEntry, leafEntry),
    incidents: incidents
      .filter(({ resolvedAtMs }) => resolvedAtMs === null)
      .map((incident) => statusEventEntry(incident, snapshot, leafEntry)),
    scheduled_maintenances: maintenances
      .filter(({ status }) => status !== "completed")
      .map((maintenance) => maintenanceEntry(maintenance, snapshot, leafEntry)),
  };
}

/** Returns the page's identity, and when the monitor last wrote data. */
export function pageEntry({ page, dataAtMs }: Snapshot): PageEntry {
  return {
    id: page.id,
    name: page.name.en,
    url: page.url,
    time_zone: page.timeZone,
    updated_at: timestamp(dataAtMs),
  };
}

export function overallEntry({ components }: Snapshot): OverallEntry {
  const { indicator, description } = overallStatus(components.map(({ status }) => status));
  return { indicator, description };
}

/** Lists each group before its members, and then the components without a group. */
export function inPageOrder<GroupItem, LeafItem>(
  { groups, components }: Snapshot,
  groupItem: (group: Group, members: readonly Component[]) => GroupItem,
  leafItem: (component: Component) => LeafItem,
): (GroupItem | LeafItem)[] {
  const membersOf = Map.groupBy(components, ({ groupId }) => groupId);
  return [
    ...groups.flatMap((group) => {
      const members = membersOf.get(group.id) ?? [];
      return [groupItem(group, members), ...members.map(leafItem)];
    }),
    ...(membersOf.get(null) ?? []).map(leafItem),
  ];
}

/** Renders a group; its status is the worst of its members'. */
export function groupEntry(group: Group, members: readonly Component[]): GroupEntry {
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

export function leafEntry(component: Component): LeafEntry {
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
