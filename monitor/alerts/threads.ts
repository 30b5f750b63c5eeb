import type { OpenAlert } from "./plan.ts";

/** An alert that is open, with the thread that it belongs to. */
export interface ThreadedAlert extends Pick<OpenAlert, "id" | "thread" | "firedAtMs"> {
  readonly componentId: string;
}

/** How long an alert waits to join the incident of another one; a component joins an incident within 30 seconds. */
export const UNDECIDED_MS = 40_000;

/**
 * Returns the threads of alerts that have none: that of another alert of the same component or of an open incident that the
 * component is part of, else their own. While other alerts are open, one without an incident waits for `UNDECIDED_MS`.
 *
 * `incidents` are the components of each open incident; `open` has the oldest alert first.
 */
export function decideThreads(
  open: readonly ThreadedAlert[],
  incidents: readonly ReadonlySet<string>[],
  nowMs: number,
): ReadonlyMap<string, string> {
  const threads = new Map(open.map(({ id, thread }) => [id, thread]));
  const decided = new Map<string, string>();
  for (const alert of open) {
    if (alert.thread !== null) continue;
    const own = incidents.filter((members) => members.has(alert.componentId));
    const others = open.filter(({ id }) => id !== alert.id && threads.get(id) !== null);
    const beside = others.find(
      ({ componentId }) =>
        componentId === alert.componentId || own.some((members) => members.has(componentId)),
    );
    const mayStillJoin = own.length === 0 && nowMs - alert.firedAtMs < UNDECIDED_MS;
    if (beside === undefined && others.length > 0 && mayStillJoin) continue;
    const thread = (beside && threads.get(beside.id)) ?? alert.id;
    threads.set(alert.id, thread);
    decided.set(alert.id, thread);
  }
  return decided;
}
