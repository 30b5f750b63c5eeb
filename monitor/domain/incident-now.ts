import type { ComponentStatus, IncidentImpact, IncidentStatus } from "./component-status.ts";
import type { StatusChange } from "./status-event.ts";

/** The current state of a component, as needed for incidents. */
export interface ComponentNow {
  readonly id: string;
  readonly groupId: string | null;
  /** Ids of the components that it depends on. */
  readonly dependsOn: readonly string[];
  readonly status: ComponentStatus;
  /** Since when it has this status. */
  readonly sinceMs: number;
  readonly reason: string | null;
  /** Its newest slot if it was seen to fail in that; else null. */
  readonly failedSlotMs: number | null;
}

/** An incident that is open, or was resolved recently enough to be reopened. */
export interface IncidentNow {
  readonly id: string;
  /** False once a person has taken it over: automation then leaves it alone until it is given back. */
  readonly automatic: boolean;
  /** When a person last gave it back to automation; null if never. */
  readonly givenBackAtMs: number | null;
  readonly status: IncidentStatus;
  /** While it is open and automatic, its present impact. */
  readonly impact: IncidentImpact;
  /** The worst impact that it has published. */
  readonly worstImpact: IncidentImpact;
  readonly startedAtMs: number;
  readonly createdAtMs: number;
  /** When it was last updated. */
  readonly updatedAtMs: number;
  readonly resolvedAtMs: number | null;
  /** The last published status of each of its components. */
  readonly components: ReadonlyMap<string, ComponentStatus>;
  /** The known reasons for which each of its components failed as it has published them, the last one at the end. */
  readonly reasons: ReadonlyMap<string, readonly string[]>;
  /** The worst status that each of its components had, as far as it has published it. */
  readonly worst: ReadonlyMap<string, ComponentStatus>;
  readonly latest: LatestUpdate;
}

/** The newest update of an incident. */
export interface LatestUpdate {
  readonly createdAtMs: number;
  readonly changes: readonly Pick<StatusChange, "id" | "oldStatus" | "newStatus">[];
}

/** Returns whether a component fails according to its checks. */
export function isImpaired({ status }: Pick<ComponentNow, "status">): boolean {
  return status !== "operational" && status !== "unknown" && status !== "under_maintenance";
}

/** Returns whether a component works. A maintenance hides that: an incident from before it stays open until it ends. */
export function isWell({ status }: ComponentNow): boolean {
  return status === "operational";
}

export function membersOf(
  { components }: IncidentNow,
  all: readonly ComponentNow[],
): readonly ComponentNow[] {
  return all.filter(({ id }) => components.has(id));
}
