/** Statuspage's component states, and `unknown` if nothing was observed: neither up nor down. The worst come last. */
export const COMPONENT_STATUSES = [
  "operational",
  "unknown",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;

export type ComponentStatus = (typeof COMPONENT_STATUSES)[number];

/** How bad a component is when a check of it is down, the worst last. */
export const CHECK_IMPACTS = [
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const satisfies readonly ComponentStatus[];

export type CheckImpact = (typeof CHECK_IMPACTS)[number];

/** Statuspage's states of an incident that is not over. */
export const UNRESOLVED_STATUSES = ["investigating", "identified", "monitoring"] as const;

/** Statuspage's incident states. */
export const INCIDENT_STATUSES = [...UNRESOLVED_STATUSES, "resolved", "postmortem"] as const;

export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** Statuspage's states of a maintenance. */
export const MAINTENANCE_STATUSES = ["scheduled", "in_progress", "verifying", "completed"] as const;

export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number];

/** Statuspage's incident impacts, the worst last. */
export const INCIDENT_IMPACTS = ["none", "minor", "major", "critical"] as const;

/** The impact of an incident, or `maintenance`, which every maintenance has. */
export type IncidentImpact = (typeof INCIDENT_IMPACTS)[number] | "maintenance";
