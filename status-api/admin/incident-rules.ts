import type { IncidentImpact, IncidentStatus } from "#migrations/status/schema.ts";
import { AdminError } from "./admin-error.ts";

/** The fields that decide which changes of an incident are allowed; epoch milliseconds. */
export interface IncidentFacts {
  readonly status: IncidentStatus;
  readonly impact: Exclude<IncidentImpact, "maintenance">;
  readonly monitoringAtMs: number | null;
  readonly resolvedAtMs: number | null;
}

/** What a person says of an incident; what is undefined stays as it is. */
export interface SaidOfIncident {
  readonly status?: IncidentStatus | undefined;
  readonly impact?: IncidentFacts["impact"] | undefined;
}

/**
 * What an incident is once a person has said something of it at `nowMs`.
 *
 * Resolved ones may be told of further, and opened again; a postmortem follows their end and is
 * the last word. Throws AdminError `wrong_state`.
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
    );
  }
  if (incident.status === "postmortem" && status !== "postmortem") {
    throw wrongState(
      "the incident is closed with its postmortem; it takes another postmortem, or open a new incident",
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

function wrongState(message: string): AdminError {
  return new AdminError("wrong_state", message, { param: "status" });
}
