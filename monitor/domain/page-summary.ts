import type { ComponentStatus } from "./component-status.ts";
import { TONE_OF_IMPACT, worstImpact } from "./impact.ts";
import { type OverallKind, overallStatus, type Tone, TONE_OF_OVERALL } from "./overall.ts";
import type { Incident } from "./status-event.ts";

/** The overall state of a page: of its components or, while all of them work, of an open incident. */
export type PageKind = OverallKind | "monitoring" | "incident";

/** The summary of a page with its incidents, and its tone. */
export interface PageSummary {
  readonly kind: PageKind;
  readonly tone: Tone;
}

/**
 * Returns the summary of a page: it is not operational while an incident is open. The indicator in documents depends on the
 * components only, as on Statuspage (`overallStatus`).
 */
export function pageSummary(
  leaves: readonly ComponentStatus[],
  incidents: readonly Pick<Incident, "status" | "impact" | "resolvedAtMs">[],
): PageSummary {
  const { kind } = overallStatus(leaves);
  const open = incidents.filter(({ resolvedAtMs }) => resolvedAtMs === null);
  if (kind !== "operational" || open.length === 0) return { kind, tone: TONE_OF_OVERALL[kind] };
  const impacts = open.filter(({ status }) => status !== "monitoring").map(({ impact }) => impact);
  if (impacts.length === 0) return { kind: "monitoring", tone: "monitoring" };
  return { kind: "incident", tone: TONE_OF_IMPACT[impacts.reduce(worstImpact)] };
}
