import type { ComponentStatus, IncidentImpact } from "./component-status.ts";

/** Statuspage's indicators, and `unknown`: what was not observed is neither up nor down. */
export type Indicator = IncidentImpact | "unknown";

/** The overall state of the leaf components, for which the page has a text in each language. */
export type OverallKind = keyof typeof OVERALL_KINDS;

/** The indicator and the description of each kind; the first seven are Statuspage's own. */
const OVERALL_KINDS = {
  operational: { indicator: "none", description: "All Systems Operational" },
  major_outage: { indicator: "critical", description: "Major System Outage" },
  partial_outage: { indicator: "major", description: "Partial System Outage" },
  minor_outage: { indicator: "minor", description: "Minor Service Outage" },
  degraded: { indicator: "minor", description: "Degraded System Service" },
  partly_degraded: { indicator: "minor", description: "Partially Degraded Service" },
  maintenance: { indicator: "maintenance", description: "Service Under Maintenance" },
  unknown: { indicator: "unknown", description: "Status Unknown" },
  partly_unknown: { indicator: "unknown", description: "Status Partially Unknown" },
} as const satisfies Record<string, { indicator: Indicator; description: string }>;

/** The colour and mark of a text: those of a component's status, or of something that has recovered and is still monitored. */
export type Tone = ComponentStatus | "monitoring";

/** The tone of each kind. */
export const TONE_OF_OVERALL: Readonly<Record<OverallKind, ComponentStatus>> = {
  operational: "operational",
  major_outage: "major_outage",
  partial_outage: "major_outage",
  minor_outage: "partial_outage",
  degraded: "degraded_performance",
  partly_degraded: "degraded_performance",
  maintenance: "under_maintenance",
  unknown: "unknown",
  partly_unknown: "unknown",
};

/** The overall status of the page in one line. */
export interface OverallStatus {
  readonly kind: OverallKind;
  readonly indicator: Indicator;
  readonly description: string;
}

/**
 * Sums up the leaf components in one line, after Statuspage's table.
 *
 * Components in state `unknown` never hide a fault that others show, and never pass as healthy.
 */
export function overallStatus(leaves: readonly ComponentStatus[]): OverallStatus {
  const kind = overallKind(leaves);
  return { kind, ...OVERALL_KINDS[kind] };
}

function overallKind(leaves: readonly ComponentStatus[]): OverallKind {
  const any = (status: ComponentStatus): boolean => leaves.includes(status);
  const all = (status: ComponentStatus): boolean => leaves.every((leaf) => leaf === status);

  if (all("unknown")) return "unknown";
  if (all("major_outage")) return "major_outage";
  if (any("major_outage") || all("partial_outage")) return "partial_outage";
  if (any("partial_outage")) return "minor_outage";
  if (all("degraded_performance")) return "degraded";
  if (any("degraded_performance")) return "partly_degraded";
  if (any("under_maintenance")) return "maintenance";
  if (any("unknown")) return "partly_unknown";
  return "operational";
}
