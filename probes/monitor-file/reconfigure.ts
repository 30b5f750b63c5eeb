import type { MonitorConfiguration } from "./configuration.ts";

/**
 * Compares a running configuration with the one that replaces it. A check that keeps its period keeps its offset in the slot.
 */
export function reconfigure(before: MonitorConfiguration, after: MonitorConfiguration) {
  const known = new Map(before.checks.map((check) => [check.id, check]));
  const checks = after.checks.map((check) => {
    const earlier = known.get(check.id);
    return earlier?.periodMs === check.periodMs ? { ...check, offsetMs: earlier.offsetMs } : check;
  });
  const componentOf = new Map(checks.map(({ id, componentId }) => [id, componentId]));
  const components = new Set(after.components.map(({ id }) => id));
  return {
    configuration: { ...after, checks },
    /** Checks whose schedule starts over, since they are new or have another period. */
    begun: checks.filter(({ id, periodMs }) => known.get(id)?.periodMs !== periodMs),
    /** Checks that were removed, or moved to another component. */
    gone: before.checks.filter(({ id, componentId }) => componentOf.get(id) !== componentId),
    goneComponents: before.components.map(({ id }) => id).filter((id) => !components.has(id)),
  };
}
