import type { IncidentImpact, IncidentStatus } from "#migrations/status/schema.ts";
import { wrongState } from "./admin-error.ts";

/** The fields that decide which changes of an incident are allowed; epoch milliseconds. */
export interface IncidentFacts {
  readonly status: IncidentStatus;
  readonly impact: Exclude<IncidentImpact, "maintenance">;
  readonly monitoringAtMs: number | null;
  readonly resolvedAtMs: number | null;
}

/** The changes in a person's update; undefined fields stay as they are. */
export interface SaidOfIncident {
  readonly status?: IncidentStatus | undefined;
  readonly impact?: IncidentFacts["impact"] | undefined;
}

/**
 * Returns the incident after a person's update at `nowMs`.
 *
 * A resolved incident may get further updates and may be reopened. A postmortem is allowed only after the end, and after it
 * only another postmortem. Throws AdminError `wrong_state`.
 */
export function saidOf(
  incident: IncidentFacts,
  said: SaidOfIncident,
  nowMs: number,
): IncidentFacts {
  const status = said.status ?? incident.status;
  const isOver = incident.resolvedAtMs !== null;
  if (status === "postmortem" && !isOver) {
    throw wrongState(
      `the incident is ${incident.status}; a postmortem follows its end, so resolve it first`,
      "status",
    );
  }
  if (incident.status === "postmortem" && status !== "postmortem") {
    throw wrongState(
      "the incident is closed with its postmortem; it takes another postmortem, or open a new incident",
      "status",
    );
  }
  const impact = said.impact ?? incident.impact;
  if (status === "resolved" || status === "postmortem") {
    return { ...incident, status, impact, resolvedAtMs: incident.resolvedAtMs ?? nowMs };
  }
  const since = incident.status === "monitoring" ? incident.monitoringAtMs : null;
  const monitoringAtMs = status === "monitoring" ? (since ?? nowMs) : null;
  return { status, impact, monitoringAtMs, resolvedAtMs: null };
}
