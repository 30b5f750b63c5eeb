import { type ComponentStatus, INCIDENT_IMPACTS, type IncidentImpact } from "./component-status.ts";
import { overallStatus, type Tone } from "./overall.ts";

const IMPACTS: readonly IncidentImpact[] = INCIDENT_IMPACTS;

/**
 * Returns the impact of an incident of components in state `members`, of `all` that there are.
 *
 * It is the page's indicator as if every other component were operational; if all components are in
 * the same state, it is the page's indicator itself, so that an outage of everything is critical.
 */
export function impactOf(
  members: readonly ComponentStatus[],
  all: readonly ComponentStatus[],
): IncidentImpact {
  const isUniform = new Set(all).size === 1;
  const { indicator } = overallStatus(isUniform ? all : [...members, "operational"]);
  return indicator === "maintenance" || indicator === "unknown" ? "none" : indicator;
}

/** The tone of an incident while it lasts. */
export const TONE_OF_IMPACT: Readonly<Record<IncidentImpact, Tone>> = {
  none: "unknown",
  minor: "degraded_performance",
  major: "partial_outage",
  critical: "major_outage",
  maintenance: "under_maintenance",
};

/** Returns the worse of two impacts. */
export function worstImpact(a: IncidentImpact, b: IncidentImpact): IncidentImpact {
  return IMPACTS.indexOf(a) >= IMPACTS.indexOf(b) ? a : b;
}
