import type { ComponentStatus } from "./component-status.ts";
import { TONE_OF_IMPACT, worstImpact } from "./impact.ts";
import { type OverallKind, overallStatus, type Tone, TONE_OF_OVERALL } from "./overall.ts";
import type { Incident } from "./status-event.ts";

/** What a page amounts to: its components together and, while all of them work, an incident that is not over. */
export type PageKind = OverallKind | "monitoring" | "incident";

/** One line for a page with its incidents, and the tone in which it is said. */
export interface PageSummary {
  readonly kind: PageKind;
  readonly tone: Tone;
}

/**
 * Sums up a page: nothing is called operational while an incident is open. Components alone decide the documents' indicator,
 * as on Statuspage (`overallStatus`).
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
