import { DAY_MS } from "#units/time.ts";
import type { StatusEventView } from "#status-api/page/page-view-status-event.ts";
import { endOf } from "#monitor/domain/status-event.ts";

/** Returns the incidents and maintenances that went on at some time of the UTC day that begins at `fromMs`. */
export function incidentsOfDay<
  Incident extends Pick<StatusEventView, "startedAtMs" | "monitoringAtMs" | "resolvedAtMs">,
>(incidents: readonly Incident[], fromMs: number): readonly Incident[] {
  return incidents.filter(
    (incident) => incident.startedAtMs < fromMs + DAY_MS && (endOf(incident) ?? Infinity) >= fromMs,
  );
}
