import type { CheckFigures } from "#monitor/store/figures.ts";
import type { Component, Snapshot } from "../snapshot/snapshot.ts";
import type { TimeWindow } from "#monitor/domain/uptime.ts";
import type { LatencyDocument } from "./component-document-schemas.ts";
import { pageEntry } from "./status-document.ts";
import { timestamp } from "./timestamp.ts";

/** Renders components/{id}/latency.json: how long the component's checks took, hour by hour and place by place. */
export function latencyDocument(
  snapshot: Snapshot,
  component: Component,
  figures: readonly CheckFigures[],
  window: TimeWindow,
): LatencyDocument {
  return {
    page: pageEntry(snapshot),
    component: { id: component.id, name: component.name.en },
    window: { from: timestamp(window.fromMs), to: timestamp(window.toMs) },
    checks: figures.map(({ checkId, kind, periodSeconds, location, hours }) => ({
      id: checkId,
      kind,
      period_seconds: periodSeconds,
      location,
      hours: hours.map((hour) => ({
        hour: timestamp(hour.hourMs),
        count: hour.count,
        failures: hour.failures,
        degraded: hour.degraded,
        prober_errors: hour.proberErrors,
        missed: hour.missed,
        duration_ms: hour.durationMs,
        phases_ms: { ...hour.phasesMs },
        measures: { ...hour.measures },
      })),
    })),
  };
}
