import { Counter, Gauge, type Registry } from "prom-client";
import type { ObservationResult } from "#migrations/status/schema.ts";

const labelNames = ["component", "check", "location"] as const;
const results: readonly ObservationResult[] = ["ok", "degraded", "failed", "prober_error"];

/** What slots are counted of. */
interface SlottedCheck {
  readonly componentId: string;
  readonly id: string;
  readonly periodMs: number;
}

/** What metrics say of slots: how often each check is due, and what its slots came to. */
export interface SlotMetrics {
  /** Shows checks from now on, with a zero for everything that can become of their slots: a rate needs one. */
  begin(checks: readonly SlottedCheck[]): void;
  /** Counts a slot by its last attempt. */
  count(component: string, check: string, result: ObservationResult): void;
}

/** Makes the metrics of a prober's slots in `registry`. */
export function slotMetrics(registry: Registry, location: string): SlotMetrics {
  const registers = [registry];
  const period = new Gauge({
    name: "probe_period_seconds",
    help: "How far apart a check's slots are.",
    labelNames,
    registers,
  });
  const slots = new Counter({
    name: "probe_slots_total",
    help: "Slots by what they came to after a retry, if there was one.",
    labelNames: [...labelNames, "result"],
    registers,
  });
  return {
    begin(checks) {
      for (const { componentId, id, periodMs } of checks) {
        const labels = { component: componentId, check: id, location };
        period.set(labels, periodMs / 1000);
        for (const result of results) slots.inc({ ...labels, result }, 0);
      }
    },
    count: (component, check, result) => slots.inc({ component, check, location, result }),
  };
}
