import type { ComponentStatus, IncidentImpact, IncidentStatus } from "./component-status.ts";
import { dependenciesOf, isDown } from "./dependencies.ts";
import { impactOf, worstImpact } from "./impact.ts";
import { commonGroup, type StatusChange } from "./status-event.ts";

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

/** How one component changed, as an incident tells it. */
export interface ComponentChange {
  readonly component: ComponentNow;
  readonly from: ComponentStatus;
}

/** What is to be said of an incident; `incidentId` null opens a new one. */
export interface IncidentAction {
  readonly kind: "open" | "update" | "reopen" | "monitor" | "resolve";
  /** Whether it takes the place of the latest update, whose changes it tells as well. */
  readonly amendsLatest: boolean;
  readonly incidentId: string | null;
  readonly status: IncidentStatus;
  readonly impact: IncidentImpact;
  readonly groupId: string | null;
  readonly startedAtMs: number;
  /** Since the last update; empty when only time passed. */
  readonly changes: readonly ComponentChange[];
  /** Since when all of its components work again; null while one does not, and when none is left. */
  readonly recoveredAtMs: number | null;
  /** Every component of the incident, as it is now; of an opening those that fail alone. */
  readonly components: readonly ComponentNow[];
}

const JOIN_SAME_GROUP_WITHIN_MS = 10 * 60_000;
const JOIN_ANY_GROUP_WITHIN_MS = 3 * 60_000;
const GATHER_CHANGES_MS = 30_000;
const AMEND_WITHIN_MS = 60_000;
const RESOLVE_AFTER_MS = 3 * 60_000;
const REOPEN_WITHIN_MS = 30 * 60_000;
const BELIEVE_A_PERSON_FOR_MS = 10 * 60_000;

/** How far back resolved incidents matter. */
export const incidentMemoryMs = REOPEN_WITHIN_MS;

/** Openings and recoveries that automation has told since then may still be amended. */
export function amendedSinceMs(nowMs: number): number {
  return nowMs - AMEND_WITHIN_MS;
}

/**
 * Returns what automation has to say now, given all components and the incidents it may still touch.
 *
 * It compares what is with what incidents last told: nothing is lost when the prober was killed between a change and its
 * telling.
 */
export function planIncidents(
  components: readonly ComponentNow[],
  incidents: readonly IncidentNow[],
  nowMs: number,
): IncidentAction[] {
  const joining = newcomers(components, incidents, nowMs);
  const actions = incidents.flatMap((incident) => {
    const added = joining.filter((entry) => entry.incident === incident);
    // A resolved one goes on only for a component that comes back to it.
    if (!incident.automatic || (incident.resolvedAtMs !== null && added.length === 0)) return [];
    const ids = new Set([
      ...[...incident.components.keys()].filter(
        (id) => !isPassedOn(id, incident, incidents, joining),
      ),
      ...added.map(({ component }) => component.id),
    ]);
    const members = components.filter(({ id }) => ids.has(id));
    return continueIncident(incident, members, components, nowMs) ?? [];
  });
  const alone = joining.flatMap(({ component, incident }) => (incident === null ? component : []));
  return alone.length === 0 ? actions : [...actions, openingOf(alone, components)];
}

interface Newcomer {
  readonly component: ComponentNow;
  /** The incident it belongs to; null when there is none yet. */
  readonly incident: IncidentNow | null;
}

/**
 * Components in trouble of which no open incident has told yet. Those that no open one takes fell together: all of them come
 * back to one that is resolved, or none does.
 */
function newcomers(
  components: readonly ComponentNow[],
  incidents: readonly IncidentNow[],
  nowMs: number,
): Newcomer[] {
  const open = incidents.filter((incident) => incident.resolvedAtMs === null);
  const joining = components
    .filter(isImpaired)
    .filter(isSeenToFail)
    .filter(
      (component) =>
        !open.some(
          (incident) =>
            incident.components.has(component.id) &&
            !isAnotherCause(component, incident, components),
        ),
    )
    .filter((component) => !wasJustSettled(component, incidents, nowMs))
    .map((component) => ({ component, incident: joinable(component, open, components, nowMs) }));
  const alone = joining.flatMap(({ component, incident }) => (incident === null ? component : []));
  const again = reopenable(alone, incidents, nowMs);
  return joining.map(({ component, incident }) => ({ component, incident: incident ?? again }));
}

/**
 * Whether a component fails for another cause than an incident's: for a reason that none of those had of which it tells, after
 * most of them, and the component itself where it is one, have recovered.
 */
function isAnotherCause(
  { id, reason }: ComponentNow,
  incident: IncidentNow,
  all: readonly ComponentNow[],
): boolean {
  if (!incident.automatic || (incident.components.get(id) ?? "operational") !== "operational") {
    return false;
  }
  const known = [...incident.reasons.values()].flat();
  if (reason === null || known.length === 0 || known.includes(reason)) return false;
  const others = membersOf(incident, all).filter((member) => member.id !== id);
  return others.filter(isWell).length >= others.length / 2;
}

/** Whether another incident tells of a component that has recovered in this one. */
function isPassedOn(
  id: string,
  incident: IncidentNow,
  incidents: readonly IncidentNow[],
  joining: readonly Newcomer[],
): boolean {
  const isNewcomer = joining.some(
    (entry) => entry.component.id === id && entry.incident !== incident,
  );
  const isToldByNewer = incidents.some(
    (other) =>
      other.resolvedAtMs === null &&
      other.createdAtMs > incident.createdAtMs &&
      other.components.has(id),
  );
  return isNewcomer || (isToldByNewer && incident.components.get(id) === "operational");
}

/** Whether a person has called this very trouble over a moment ago: its checks may take as long to see that. */
function wasJustSettled(
  component: ComponentNow,
  incidents: readonly IncidentNow[],
  nowMs: number,
): boolean {
  return incidents.some(
    ({ automatic, resolvedAtMs, components }) =>
      !automatic &&
      resolvedAtMs !== null &&
      components.has(component.id) &&
      component.sinceMs <= resolvedAtMs &&
      nowMs - resolvedAtMs < BELIEVE_A_PERSON_FOR_MS,
  );
}

/** The newest resolved incident that had all of `fallen`, each for the reason for which it fails again. */
function reopenable(
  fallen: readonly ComponentNow[],
  incidents: readonly IncidentNow[],
  nowMs: number,
): IncidentNow | null {
  const isAgain = ({ reasons }: IncidentNow): boolean =>
    fallen.every(({ id, reason }) => reason !== null && (reasons.get(id) ?? []).includes(reason));
  const [newest] = incidents
    .filter(
      ({ automatic, status, resolvedAtMs }) =>
        automatic &&
        status === "resolved" &&
        resolvedAtMs !== null &&
        nowMs - resolvedAtMs <= REOPEN_WITHIN_MS,
    )
    .filter(isAgain)
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  return newest ?? null;
}

/**
 * The open incident of what the component stands on, or of what stands on it, however long that has been down. Else an open one of the
 * component's group that is young enough; or one of any group whose trouble began, or began again, at
 * about the same time: what fails together has one cause. Two checks can date one fault three minutes apart.
 */
function joinable(
  component: ComponentNow,
  open: readonly IncidentNow[],
  all: readonly ComponentNow[],
  nowMs: number,
): IncidentNow | null {
  const automatic = open.filter((incident) => incident.automatic);
  const alike = automatic.filter((incident) => !isAnotherCause(component, incident, all));
  const isOfGroup = (incident: IncidentNow): boolean =>
    membersOf(incident, all).some(({ groupId }) => groupId === component.groupId);
  const beganWith = (incident: IncidentNow): boolean =>
    [
      incident.startedAtMs,
      ...membersOf(incident, all)
        .filter(isImpaired)
        .map(({ sinceMs }) => sinceMs),
    ].some((beganMs) => Math.abs(component.sinceMs - beganMs) <= JOIN_ANY_GROUP_WITHIN_MS);
  const isYoung = ({ createdAtMs }: IncidentNow): boolean =>
    nowMs - createdAtMs <= JOIN_SAME_GROUP_WITHIN_MS;
  return (
    automatic.find((incident) => isOfOneCause(component, membersOf(incident, all), all)) ??
    alike.find((incident) => isYoung(incident) && isOfGroup(incident)) ??
    alike.find(beganWith) ??
    null
  );
}

/** Whether one of `members` is down and `component` stands on it, or the other way round. */
function isOfOneCause(
  component: ComponentNow,
  members: readonly ComponentNow[],
  all: readonly ComponentNow[],
): boolean {
  const below = dependenciesOf(component.id, all);
  return members.some(
    (member) =>
      (isDown(member) && below.has(member.id)) ||
      (isDown(component) && isImpaired(member) && dependenciesOf(member.id, all).has(component.id)),
  );
}

function membersOf(
  { components }: IncidentNow,
  all: readonly ComponentNow[],
): readonly ComponentNow[] {
  return all.filter(({ id }) => components.has(id));
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
  const next = {
    amendsLatest: false,
    recoveredAtMs: null,
    incidentId: incident.id,
    impact: worstImpact(incident.impact, impactOf(statusesOf(members), statusesOf(all))),
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
    // What fails within a minute is one sentence; what recovers so soon is told after it.
    if (!changes.some(({ component }) => isImpaired(component))) return null;
    const { startedAtMs, impact } = next;
    return {
      ...openingOf(members.filter(isImpaired), all),
      amendsLatest: true,
      incidentId: incident.id,
      startedAtMs,
      impact,
    };
  }
  const recovery = amendedRecovery(incident, changes, members, nowMs);
  if (!members.every(isWell)) {
    // What falls or rises together is found one after the other: readers should not read of each.
    const isGathering = nowMs - incident.updatedAtMs < GATHER_CHANGES_MS;
    if (changes.length === 0 || (recovery === null && isGathering)) return null;
    // Where nothing fails, a maintenance or a check that cannot judge hides whether all is well.
    return {
      ...next,
      ...recovery,
      kind: "update",
      status: impaired ? "investigating" : "monitoring",
    };
  }
  const recoveredAtMs =
    members.length === 0 ? null : Math.max(...members.map((component) => component.sinceMs));
  // Without members, whose components left the configuration, there is nothing to wait for.
  if (recoveredAtMs === null || nowMs - recoveredAtMs >= RESOLVE_AFTER_MS) {
    return { ...next, recoveredAtMs, kind: "resolve", status: "resolved" };
  }
  return incident.status === "monitoring" && changes.length === 0
    ? null
    : { ...next, ...recovery, recoveredAtMs, kind: "monitor", status: "monitoring" };
}

/** Whether the latest update may be a person's: until it was given back, everything may be. */
function isSaidByPerson({ givenBackAtMs, latest }: IncidentNow): boolean {
  return givenBackAtMs !== null && latest.createdAtMs <= givenBackAtMs;
}

/**
 * Tells whether automation can go on with an incident that a person has told of. With one that it opened itself it always
 * can. One that a person opened may be of something that no check sees: with nothing failing, automation would resolve it at
 * once, so a component of it has to fail.
 */
export function canGoOn(
  wasOpenedByPerson: boolean,
  components: readonly Pick<ComponentNow, "status">[],
): boolean {
  return !wasOpenedByPerson || components.some(isImpaired);
}

/** Adds `changes` to the latest update where that told, within the last minute, of recoveries alone, as they do; else null. */
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
  const told = latest.changes.flatMap(({ id, oldStatus }) =>
    members
      .filter((member) => member.id === id)
      .map((component) => ({ component, from: oldStatus })),
  );
  return { amendsLatest: true, changes: [...told, ...changes] };
}

/** One opening for components that fell together. */
function openingOf(
  components: readonly ComponentNow[],
  all: readonly ComponentNow[],
): IncidentAction {
  return {
    kind: "open",
    amendsLatest: false,
    incidentId: null,
    status: "investigating",
    impact: impactOf(statusesOf(components), statusesOf(all)),
    groupId: commonGroup(components),
    startedAtMs: Math.min(...components.map((component) => component.sinceMs)),
    changes: components.map((component) => ({ component, from: "operational" })),
    recoveredAtMs: null,
    components,
  };
}

/** When the trouble of those began that left operational with these changes. */
function startsOf(changes: readonly ComponentChange[]): number[] {
  return changes
    .filter(({ component, from }) => from === "operational" && isImpaired(component))
    .map(({ component }) => component.sinceMs);
}

/** Whether something is wrong with a component, as far as its checks see. */
export function isImpaired({ status }: Pick<ComponentNow, "status">): boolean {
  return status !== "operational" && status !== "unknown" && status !== "under_maintenance";
}

/** What failed inside a maintenance alone is not told after its end: it may just have been mended. */
function isSeenToFail({ sinceMs, failedSlotMs }: ComponentNow): boolean {
  return failedSlotMs !== null && failedSlotMs >= sinceMs;
}

/** Maintenance hides whether it is: an incident from before it is not resolved until its end tells. */
function isWell({ status }: ComponentNow): boolean {
  return status === "operational";
}

function statusesOf(components: readonly ComponentNow[]): ComponentStatus[] {
  return components.map(({ status }) => status);
}
