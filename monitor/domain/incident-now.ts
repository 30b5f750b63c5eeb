import type { ComponentStatus, IncidentImpact, IncidentStatus } from "./component-status.ts";
import type { StatusChange } from "./status-event.ts";

/** A component as the incidents see it. */
export interface ComponentNow {
  readonly id: string;
  readonly groupId: string | null;
  /** Ids of the components that it stands on. */
  readonly dependsOn: readonly string[];
  readonly status: ComponentStatus;
  /** Since when it has this status. */
  readonly sinceMs: number;
  readonly reason: string | null;
  /** The newest slot in which it was seen to fail, when that is its newest at all; else null. */
  readonly failedSlotMs: number | null;
}

/** An incident that is open, or that was resolved lately enough to be reopened. */
export interface IncidentNow {
  readonly id: string;
  /** False once a person has taken it over: then automation leaves it alone until it is given back. */
  readonly automatic: boolean;
  /** When a person last gave it back; null for one that nobody did. */
  readonly givenBackAtMs: number | null;
  readonly status: IncidentStatus;
  readonly impact: IncidentImpact;
  readonly startedAtMs: number;
  readonly createdAtMs: number;
  /** When it last told something. */
  readonly updatedAtMs: number;
  readonly resolvedAtMs: number | null;
  /** The status it last told of each of its components. */
  readonly components: ReadonlyMap<string, ComponentStatus>;
  /** What each of its components failed for, as far as it told of it, where that is known. */
  readonly reasons: ReadonlyMap<string, readonly string[]>;
  readonly latest: LatestUpdate;
}

/** The newest update of an incident. */
export interface LatestUpdate {
  readonly createdAtMs: number;
  readonly changes: readonly Pick<StatusChange, "id" | "oldStatus" | "newStatus">[];
}

/** Whether something is wrong with a component, as far as its checks see. */
export function isImpaired({ status }: Pick<ComponentNow, "status">): boolean {
  return status !== "operational" && status !== "unknown" && status !== "under_maintenance";
}

/** Maintenance hides whether it is: an incident from before it is not resolved until its end tells. */
export function isWell({ status }: ComponentNow): boolean {
  return status === "operational";
}

export function membersOf(
  { components }: IncidentNow,
  all: readonly ComponentNow[],
): readonly ComponentNow[] {
  return all.filter(({ id }) => components.has(id));
}
