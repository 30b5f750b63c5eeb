import { MINUTE_MS } from "#units/time.ts";
import {
  type ComponentStatus,
  type IncidentImpact,
  type IncidentStatus,
  worstStatus,
} from "./component-status.ts";
import { impactOf, worstImpact } from "./impact.ts";
import { byCause, isPassedOn, newcomers } from "./incident-newcomers.ts";
import { type ComponentNow, type IncidentNow, isImpaired, isWell } from "./incident-now.ts";
import { commonGroup } from "./status-event.ts";

/** A status change of a component in an incident. */
export interface ComponentChange {
  readonly component: ComponentNow;
  readonly from: ComponentStatus;
}

/** A change to publish on an incident; `incidentId` null opens a new one. */
export interface IncidentAction {
  readonly kind: "open" | "update" | "reopen" | "monitor" | "resolve";
  /** Whether it replaces the latest update, whose changes it includes. */
  readonly amendsLatest: boolean;
  readonly incidentId: string | null;
  readonly status: IncidentStatus;
  /** The present one; of a resolution the worst. */
  readonly impact: IncidentImpact;
  readonly worstImpact: IncidentImpact;
  readonly groupId: string | null;
  readonly startedAtMs: number;
  /** The changes since the last update; empty when only time passed. */
  readonly changes: readonly ComponentChange[];
  /** Since when all of its components work again; null while one does not, and when no component is left. */
  readonly recoveredAtMs: number | null;
  /** The current state of all components of the incident; for an opening only of those that fail. */
  readonly components: readonly ComponentNow[];
  /** All of its components as they were at their worst; its name describes that state. */
  readonly atWorst: readonly ComponentNow[];
  /** Ids of the components that count as recovered, because they now fail in another incident. */
  readonly movedIds: ReadonlySet<string>;
}

const GATHER_CHANGES_MS = 30_000;
const AMEND_WITHIN_MS = 60_000;
const RESOLVE_AFTER_MS = 3 * MINUTE_MS;

/** Returns the time since which openings and recoveries published by automation may still be amended. */
export function amendedSinceMs(nowMs: number): number {
  return nowMs - AMEND_WITHIN_MS;
}

/**
 * Returns what automation has to publish now, given all components and the incidents that it may still change.
 *
 * It compares the current state with what incidents last published: nothing is lost when the prober is killed between a change
 * and its publication.
 */
export function planIncidents(
  components: readonly ComponentNow[],
  incidents: readonly IncidentNow[],
  nowMs: number,
): IncidentAction[] {
  const joining = newcomers(components, incidents, nowMs);
  const actions = incidents.flatMap((incident) => {
    const added = joining.filter((entry) => entry.incident === incident);
    // A resolved one continues only for a component that reopens it.
    if (!incident.automatic || (incident.resolvedAtMs !== null && added.length === 0)) return [];
    const ids = new Set([
      ...incident.components.keys(),
      ...added.map(({ component }) => component.id),
    ]);
    const own = components.filter(({ id }) => ids.has(id));
    const movedIds = new Set(
      own
        .filter((member) => isPassedOn(member, incident, incidents, joining, components))
        .map(({ id }) => id),
    );
    const asSeen = (component: ComponentNow): ComponentNow =>
      movedIds.has(component.id) ? asRecovered(component, incident) : component;
    const members = own.map(asSeen);
    const action = continueIncident(incident, members, components.map(asSeen), nowMs);
    if (action === null) return [];
    const failing = own.filter((member) => movedIds.has(member.id) && isImpaired(member));
    return { ...action, movedIds: new Set(failing.map(({ id }) => id)) };
  });
  const alone = joining.flatMap(({ component, incident }) => (incident === null ? component : []));
  return [...actions, ...byCause(alone, components).map((cause) => openingOf(cause, components))];
}

/**
 * Returns a member as recovered, because its current failure belongs to another incident: since that began, or since its incident
 * announced that it had recovered.
 */
function asRecovered(member: ComponentNow, { components, updatedAtMs }: IncidentNow): ComponentNow {
  const isAnnounced = components.get(member.id) === "operational";
  const sinceMs = isAnnounced ? Math.min(member.sinceMs, updatedAtMs) : member.sinceMs;
  return { ...member, status: "operational", sinceMs, reason: null, failedSlotMs: null };
}

function continueIncident(
  incident: IncidentNow,
  members: readonly ComponentNow[],
  all: readonly ComponentNow[],
  nowMs: number,
): IncidentAction | null {
  const changes = members.flatMap((component) => {
    const from = incident.components.get(component.id) ?? "operational";
    return from === component.status ? [] : { component, from };
  });
  const impaired = members.some(isImpaired);
  const impact = impactOf(statusesOf(members), statusesOf(all));
  const next = {
    amendsLatest: false,
    recoveredAtMs: null,
    incidentId: incident.id,
    impact,
    worstImpact: worstImpact(incident.worstImpact, impact),
    atWorst: members.map((member) => memberAtWorst(member, incident)),
    movedIds: NOBODY,
    groupId: commonGroup(members),
    startedAtMs: Math.min(incident.startedAtMs, ...startsOf(changes)),
    changes,
    components: members,
  };
  if (incident.resolvedAtMs !== null) return { ...next, kind: "reopen", status: "investigating" };
  const isOpening =
    incident.status === "investigating" &&
    incident.createdAtMs > amendedSinceMs(nowMs) &&
    !isSaidByPerson(incident);
  if (impaired && isOpening) {
    // Components that fail within a minute are added to the opening; those that recover so soon are published after it.
    if (!changes.some(({ component }) => isImpaired(component))) return null;
    const { startedAtMs, atWorst } = next;
    return {
      ...openingOf(members.filter(isImpaired), all),
      amendsLatest: true,
      incidentId: incident.id,
      startedAtMs,
      impact,
      worstImpact: next.worstImpact,
      atWorst,
    };
  }
  const recovery = amendedRecovery(incident, changes, members, nowMs);
  if (!members.every(isWell)) {
    // Components that fail or recover together are found one after the other: they should not become an update each.
    const isGathering = nowMs - incident.updatedAtMs < GATHER_CHANGES_MS;
    if (changes.length === 0 || (recovery === null && isGathering)) return null;
    // If nothing fails, a maintenance or a check without a verdict hides whether all is well.
    return {
      ...next,
      ...recovery,
      kind: "update",
      status: impaired ? "investigating" : "monitoring",
    };
  }
  const recoveredAtMs =
    members.length === 0 ? null : Math.max(...members.map((component) => component.sinceMs));
  // Without members, because their components left the configuration, there is nothing to wait for.
  if (recoveredAtMs === null || nowMs - recoveredAtMs >= RESOLVE_AFTER_MS) {
    const { worstImpact: worst } = next;
    return { ...next, impact: worst, recoveredAtMs, kind: "resolve", status: "resolved" };
  }
  return incident.status === "monitoring" && changes.length === 0
    ? null
    : { ...next, ...recovery, recoveredAtMs, kind: "monitor", status: "monitoring" };
}

/** Returns a member as it was at its worst in an incident. */
function memberAtWorst(member: ComponentNow, { worst, reasons }: IncidentNow): ComponentNow {
  const status = worstStatus([member.status, worst.get(member.id) ?? member.status]);
  return { ...member, status, reason: member.reason ?? reasons.get(member.id)?.at(-1) ?? null };
}

const NOBODY: ReadonlySet<string> = new Set();

/** Returns whether the latest update may be a person's, as every update before the incident was given back may be. */
function isSaidByPerson({ givenBackAtMs, latest }: IncidentNow): boolean {
  return givenBackAtMs !== null && latest.createdAtMs <= givenBackAtMs;
}

/**
 * Returns whether automation can take over an incident that a person has updated. It always can if it opened the incident
 * itself. One that a person opened may be about something that no check sees: with nothing failing, automation would resolve
 * it at once, so one of its components has to fail.
 */
export function canGoOn(
  wasOpenedByPerson: boolean,
  components: readonly Pick<ComponentNow, "status">[],
): boolean {
  return !wasOpenedByPerson || components.some(isImpaired);
}

/** Adds `changes` to the latest update if both are only recoveries and it was published within the last minute; else null. */
function amendedRecovery(
  incident: IncidentNow,
  changes: readonly ComponentChange[],
  members: readonly ComponentNow[],
  nowMs: number,
): Pick<IncidentAction, "amendsLatest" | "changes"> | null {
  const { status, latest } = incident;
  const isRecovery =
    status === "investigating" &&
    latest.changes.length > 0 &&
    latest.changes.every(({ newStatus }) => newStatus === "operational") &&
    changes.every(({ component }) => isWell(component));
  if (!isRecovery || latest.createdAtMs <= amendedSinceMs(nowMs)) return null;
  if (isSaidByPerson(incident)) return null;
  const announced = latest.changes.flatMap(({ id, oldStatus }) =>
    members
      .filter((member) => member.id === id)
      .map((component) => ({ component, from: oldStatus })),
  );
  return { amendsLatest: true, changes: [...announced, ...changes] };
}

/** Returns one opening for components that failed together. */
function openingOf(
  components: readonly ComponentNow[],
  all: readonly ComponentNow[],
): IncidentAction {
  const impact = impactOf(statusesOf(components), statusesOf(all));
  return {
    kind: "open",
    amendsLatest: false,
    incidentId: null,
    status: "investigating",
    impact,
    worstImpact: impact,
    atWorst: components,
    movedIds: NOBODY,
    groupId: commonGroup(components),
    startedAtMs: Math.min(...components.map((component) => component.sinceMs)),
    changes: components.map((component) => ({ component, from: "operational" })),
    recoveredAtMs: null,
    components,
  };
}

/** Returns when the failures began of components that left operational with these changes. */
function startsOf(changes: readonly ComponentChange[]): number[] {
  return changes
    .filter(({ component, from }) => from === "operational" && isImpaired(component))
    .map(({ component }) => component.sinceMs);
}

function statusesOf(components: readonly ComponentNow[]): ComponentStatus[] {
  return components.map(({ status }) => status);
}
