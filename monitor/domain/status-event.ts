import type { LocalizedText } from "./localized-text.ts";
import type {
  ComponentStatus,
  IncidentImpact,
  IncidentStatus,
  MaintenanceStatus,
} from "./component-status.ts";

/** The common part of incidents and maintenances: they begin, have updates, and end. Epoch milliseconds. */
export interface StatusEvent<Status extends string> {
  readonly id: string;
  readonly name: LocalizedText;
  readonly status: Status;
  readonly impact: IncidentImpact;
  readonly startedAtMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Since when everything appears to work again and is only monitored; null while it does not. */
  readonly monitoringAtMs: number | null;
  /** When it was resolved; for a maintenance, when it was completed. */
  readonly resolvedAtMs: number | null;
  readonly componentIds: readonly string[];
  /** Newest first. */
  readonly updates: readonly StatusEventUpdate<Status>[];
}

export interface StatusEventUpdate<Status extends string> {
  readonly id: string;
  readonly status: Status;
  readonly body: LocalizedText;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly displayAtMs: number;
  readonly affected: readonly StatusChange[];
  /** Whether automation wrote it, and no person. */
  readonly isAutomatic: boolean;
}

/** A component of a status event, with its status in the last update that named it. */
export interface StatusEventComponent {
  readonly id: string;
  readonly name: LocalizedText;
  readonly description: LocalizedText;
  readonly groupId: string | null;
  readonly position: number;
  readonly status: ComponentStatus;
}

/** How one component changed with an update. */
export interface StatusChange {
  readonly id: string;
  readonly name: string;
  readonly oldStatus: ComponentStatus;
  readonly newStatus: ComponentStatus;
}

export type Incident = StatusEvent<IncidentStatus>;

export interface Maintenance extends StatusEvent<MaintenanceStatus> {
  /** Announced begin and end. */
  readonly scheduledForMs: number;
  readonly scheduledUntilMs: number;
}

/** Returns when the fault was over: when monitoring began, else when it was resolved; null while it lasts. */
export function endOf({
  monitoringAtMs,
  resolvedAtMs,
}: Pick<StatusEvent<string>, "monitoringAtMs" | "resolvedAtMs">): number | null {
  return monitoringAtMs ?? resolvedAtMs;
}

/** Returns the stage of a status event, which with a postmortem is still `resolved`. */
export function stageOf<Status extends string>({
  status,
}: Pick<StatusEvent<Status>, "status">): Exclude<Status, "postmortem"> | "resolved" {
  return status === "postmortem" ? "resolved" : (status as Exclude<Status, "postmortem">);
}

/** Returns whether a status event is a maintenance. */
export function isMaintenance(statusEvent: Incident | Maintenance): statusEvent is Maintenance {
  return "scheduledForMs" in statusEvent;
}

/** Returns the group that all components belong to; null when they are of several groups or of none. */
export function commonGroup(
  components: readonly { readonly groupId: string | null }[],
): string | null {
  const groups = new Set(components.map(({ groupId }) => groupId));
  return groups.size === 1 ? (components[0]?.groupId ?? null) : null;
}

/** Returns the changes since the last `published` statuses, by component id; a new component was operational. */
export function changesSince(
  published: ReadonlyMap<string, ComponentStatus>,
  now: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: ComponentStatus;
  }[],
): StatusChange[] {
  return now.flatMap(({ id, name, status }) => {
    const oldStatus = published.get(id) ?? "operational";
    return oldStatus === status ? [] : [{ id, name, oldStatus, newStatus: status }];
  });
}
