import {
  CHECK_IMPACTS,
  COMPONENT_STATUSES,
  type ComponentStatus,
} from "#migrations/status/statuses.ts";

export {
  CHECK_IMPACTS,
  COMPONENT_STATUSES,
  type ComponentStatus,
  INCIDENT_IMPACTS,
  INCIDENT_STATUSES,
  type IncidentImpact,
  type IncidentStatus,
  MAINTENANCE_STATUSES,
  type MaintenanceStatus,
  UNRESOLVED_STATUSES,
} from "#migrations/status/statuses.ts";

/** Returns the worst status; `unknown` when there is none. */
export function worstStatus(statuses: readonly ComponentStatus[]): ComponentStatus {
  if (statuses.length === 0) return "unknown";
  const worst = Math.max(...statuses.map((status) => COMPONENT_STATUSES.indexOf(status)));
  return COMPONENT_STATUSES[worst] ?? "unknown";
}

/** Returns the severity of a status, from 1 upwards; 0 if nothing is known to fail. */
export function severityOf(status: ComponentStatus): number {
  return CHECK_IMPACTS.findIndex((impact) => impact === status) + 1;
}

/** Returns whether one status is worse than another. */
export function isWorse(one: ComponentStatus, other: ComponentStatus): boolean {
  return severityOf(one) > severityOf(other);
}
