import { MINUTE_MS } from "#units/time.ts";
import { causesOf } from "./dependencies.ts";
import {
  type ComponentNow,
  type IncidentNow,
  isImpaired,
  isWell,
  membersOf,
} from "./incident-now.ts";
import { areRelated, isReason } from "./reason.ts";

const JOIN_SAME_GROUP_WITHIN_MS = 10 * MINUTE_MS;
const JOIN_ANY_GROUP_WITHIN_MS = 3 * MINUTE_MS;
const REOPEN_WITHIN_MS = 30 * MINUTE_MS;
const BELIEVE_A_PERSON_FOR_MS = 10 * MINUTE_MS;

/** How long resolved incidents are considered. */
export const INCIDENT_MEMORY_MS = REOPEN_WITHIN_MS;

export interface Newcomer {
  readonly component: ComponentNow;
  /** The incident it belongs to; null when there is none yet. */
  readonly incident: IncidentNow | null;
}

/**
 * Returns the failing components that no open incident has yet. Those that join no open one, and can have one cause, are
 * considered to have failed together: either all of them reopen the same resolved incident, or none does.
 */
export function newcomers(
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
  const again = new Map(
    byCause(alone, components).flatMap((together) => {
      const incident = reopenable(together, incidents, nowMs);
      return together.map(({ id }) => [id, incident] as const);
    }),
  );
  return joining.map(({ component, incident }) => ({
    component,
    incident: incident ?? again.get(component.id) ?? null,
  }));
}

/**
 * Splits components that fail at the same time by what can be one cause: related reasons, or a dependency that explains the other.
 * One that fails for no known reason belongs to the first.
 */
export function byCause(
  failing: readonly ComponentNow[],
  all: readonly ComponentNow[],
): (readonly ComponentNow[])[] {
  const isTogether = (one: ComponentNow, other: ComponentNow): boolean =>
    areRelated(one.reason, other.reason) ||
    causesOf(one.id, all).includes(other) ||
    causesOf(other.id, all).includes(one);
  let causes: (readonly ComponentNow[])[] = [];
  const unknownLast = failing.toSorted(
    (a, b) => Number(!isReason(a.reason)) - Number(!isReason(b.reason)),
  );
  for (const component of unknownLast) {
    const related = causes.filter((cause) => cause.some((one) => isTogether(one, component)));
    const joined = isReason(component.reason) ? related : related.slice(0, 1);
    const rest = causes.filter((cause) => !joined.includes(cause));
    causes = [[...joined.flat(), component], ...rest];
  }
  return causes
    .map((cause) => failing.filter((component) => cause.includes(component)))
    .toSorted(([one], [other]) => failing.indexOf(one!) - failing.indexOf(other!));
}

/**
 * Returns whether a component fails for another cause than an incident's: for a reason that is not related to those for which the
 * incident's components fail; or for one that none of them had, after at least half of the others have recovered.
 */
function isAnotherCause(
  component: ComponentNow,
  incident: IncidentNow,
  all: readonly ComponentNow[],
): boolean {
  if (!incident.automatic) return false;
  if (mustFail(component, incident)) return hasLeft(component, incident, all);
  const { id, reason } = component;
  const known = [...incident.reasons.values()].flat();
  if (reason === null || known.length === 0 || known.includes(reason)) return false;
  if (!isRelated(reason, incident, all)) return true;
  const others = membersOf(incident, all).filter((member) => member.id !== id);
  return others.filter(isWell).length >= others.length / 2;
}

/** Returns whether an incident has not announced a component as working. */
function mustFail({ id }: ComponentNow, { components }: IncidentNow): boolean {
  return (components.get(id) ?? "operational") !== "operational";
}

/**
 * Returns whether a component that has never recovered in an incident now fails for a reason that is neither related to the
 * last one announced for it, nor explained by a member that still fails as announced.
 */
function hasLeft(
  component: ComponentNow,
  incident: IncidentNow,
  all: readonly ComponentNow[],
): boolean {
  if (!isImpaired(component) || fitsAsAnnounced(component, incident)) return false;
  const standing = membersOf(incident, all).filter(
    (member) =>
      isImpaired(member) && mustFail(member, incident) && fitsAsAnnounced(member, incident),
  );
  return !standing.some(
    (member) =>
      areRelated(member.reason, component.reason) ||
      causesOf(component.id, all).includes(member) ||
      causesOf(member.id, all).includes(component),
  );
}

/** Returns whether a member fails for a reason that is related to the last one that its incident announced for it. */
function fitsAsAnnounced({ id, reason }: ComponentNow, { reasons }: IncidentNow): boolean {
  return areRelated(reasons.get(id)?.at(-1) ?? null, reason);
}

/** Returns whether a reason is related to one for which components of an incident fail, or failed where none does. */
function isRelated(
  reason: string | null,
  incident: IncidentNow,
  all: readonly ComponentNow[],
): boolean {
  const present = membersOf(incident, all)
    .filter(
      (member) =>
        isImpaired(member) && mustFail(member, incident) && !hasLeft(member, incident, all),
    )
    .map((member) => member.reason);
  const reasons = present.length > 0 ? present : [...incident.reasons.values()].flat();
  return reasons.length === 0 || reasons.some((one) => areRelated(one, reason));
}

/** Returns whether another incident has taken over a component that has recovered in this one, or fails for another cause. */
export function isPassedOn(
  component: ComponentNow,
  incident: IncidentNow,
  incidents: readonly IncidentNow[],
  joining: readonly Newcomer[],
  all: readonly ComponentNow[],
): boolean {
  const isNewcomer = joining.some(
    (entry) => entry.component.id === component.id && entry.incident !== incident,
  );
  if (isNewcomer) return true;
  const others = incidents.filter(
    (other) =>
      other !== incident &&
      other.resolvedAtMs === null &&
      other.components.has(component.id) &&
      !isAnotherCause(component, other, all),
  );
  return mustFail(component, incident)
    ? others.length > 0 && isAnotherCause(component, incident, all)
    : others.some(
        (other) => mustFail(component, other) || other.createdAtMs > incident.createdAtMs,
      );
}

/** Returns whether a person has just resolved this very failure: the checks may take this long to see the recovery. */
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

/** Returns the newest resolved incident that had all of `fallen`, each with the reason for which it fails again. */
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
 * Returns the open incident of a dependency or a dependent of the component, however old it is. Else a recent open one of the
 * component's group, or one of any group that began, or began again, at about the same time: what fails together has one
 * cause. Two checks can date one fault three minutes apart.
 */
function joinable(
  component: ComponentNow,
  open: readonly IncidentNow[],
  all: readonly ComponentNow[],
  nowMs: number,
): IncidentNow | null {
  const automatic = open.filter((incident) => incident.automatic);
  const alike = automatic.filter(
    (incident) =>
      isRelated(component.reason, incident, all) && !isAnotherCause(component, incident, all),
  );
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

/** Returns whether one of `members` is down and explains why `component` fails, or the other way round. */
function isOfOneCause(
  component: ComponentNow,
  members: readonly ComponentNow[],
  all: readonly ComponentNow[],
): boolean {
  const causes = causesOf(component.id, all);
  return members.some(
    (member) =>
      causes.includes(member) ||
      (isImpaired(member) && causesOf(member.id, all).includes(component)),
  );
}

/** Returns whether a component failed in its current status; a failure only within a maintenance may have been fixed by it. */
function isSeenToFail({ sinceMs, failedSlotMs }: ComponentNow): boolean {
  return failedSlotMs !== null && failedSlotMs >= sinceMs;
}
