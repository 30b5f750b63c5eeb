import type { Logger } from "pino";

import type { Recorded } from "../results/recorder.ts";
import type { ProberMetrics } from "./metrics.ts";

/** Shows in metrics and log what recording made of components, incidents and maintenance. */
export function showRecorded(
  { components, incidentActions, maintenanceActions }: Recorded,
  { metrics, log }: { readonly metrics: ProberMetrics; readonly log: Logger },
): void {
  metrics.showComponents(components);
  for (const { kind, status, impact, changes } of incidentActions) {
    const changed = changes.map(
      ({ component, from }) => `${component.id}: ${from} → ${component.status}`,
    );
    log.info({ status, impact, changed }, `incident: ${kind}`);
  }
  for (const { maintenanceId, step } of maintenanceActions) {
    log.info({ maintenance: maintenanceId }, `maintenance: ${step.status}`);
  }
}
