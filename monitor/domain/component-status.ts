import type { ComponentStatus } from "#migrations/status/schema.ts";

export type {
  ComponentStatus,
  IncidentImpact,
  IncidentStatus,
  MaintenanceStatus,
} from "#migrations/status/schema.ts";

/** Every component status, from the one that asks least of a reader to the one that asks most. */
export const componentStatuses = [
  "operational",
  "unknown",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const satisfies readonly ComponentStatus[];

/** Returns the status that asks most of a reader; `unknown` when there is none. */
export function worstStatus(statuses: readonly ComponentStatus[]): ComponentStatus {
  if (statuses.length === 0) return "unknown";
  const worst = Math.max(...statuses.map((status) => componentStatuses.indexOf(status)));
  return componentStatuses[worst] ?? "unknown";
}
