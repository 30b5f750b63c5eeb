import { dependenciesOf, isDown } from "./dependencies.ts";
import {
  type ComponentNow,
  type IncidentNow,
  isImpaired,
  isWell,
  membersOf,
} from "./incident-now.ts";

const JOIN_SAME_GROUP_WITHIN_MS = 10 * 60_000;
const JOIN_ANY_GROUP_WITHIN_MS = 3 * 60_000;
const REOPEN_WITHIN_MS = 30 * 60_000;
const BELIEVE_A_PERSON_FOR_MS = 10 * 60_000;

/** How far back resolved incidents matter. */
export const INCIDENT_MEMORY_MS = REOPEN_WITHIN_MS;

export interface Newcomer {
  readonly component: ComponentNow;
  /** The incident it belongs to; null when there is none yet. */
  readonly incident: IncidentNow | null;
}

/**
 * Components in trouble of which no open incident has told yet. Those that no open one takes fell together: all of them come
 * back to one that is resolved, or none does.
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
export function isPassedOn(
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

/** What failed inside a maintenance alone is not told after its end: it may just have been mended. */
function isSeenToFail({ sinceMs, failedSlotMs }: ComponentNow): boolean {
  return failedSlotMs !== null && failedSlotMs >= sinceMs;
}
