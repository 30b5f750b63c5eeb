import { HOUR_MS, MINUTE_MS } from "#units/time.ts";
import type { AlertSeverity } from "#migrations/status/alert-tables.ts";
import type { ObservationResult } from "#migrations/status/schema.ts";
import type { SilencedCheck } from "#monitor/alerts/lists.ts";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import { type LocalizedText, localizedText } from "#monitor/domain/localized-text.ts";
import type { ConfiguredCheck, RecentRun } from "#monitor/store/checks-now.ts";
import type { ComponentState, ConfiguredGroup } from "#monitor/store/components.ts";
import type { OpenIncident } from "#monitor/store/incidents-now.ts";
import { DEFAULT_LANGUAGE } from "#web-kit/language/languages.ts";
import type { AlertNow, EndedAlert } from "../alerts/alerts-now.ts";
import type { ConsoleRole } from "../settings/console-people.ts";

export interface ConsoleNowView {
  readonly person: string;
  readonly role: ConsoleRole;
  /** Whether the viewer may acknowledge alerts and request runs. */
  readonly canPublish: boolean;
  /** The idempotency key of forms for requesting a run. */
  readonly askingKey: string;
  readonly nowMs: number;
  /** The firing alerts that nobody has acknowledged, by cause; the worst first. */
  readonly firing: readonly CauseNow[];
  readonly acknowledged: readonly CauseNow[];
  readonly silenced: readonly SilencedNow[];
  /** Set when a message links to an alert that no longer fires; "gone": it is no longer stored. */
  readonly endedAlert: EndedAlertView | "gone" | null;
  /** Locations that have not been heard of for two minutes. */
  readonly silent: readonly { readonly location: string; readonly seenMs: number }[];
  /** Locations whose monitor.yaml is not the current one. */
  readonly fileMismatches: readonly { readonly location: string; readonly sinceMs: number }[];
  /** The components as the page groups and orders them. */
  readonly groups: readonly GroupNow[];
}

/** Alerts of one cause, which are acknowledged together. */
export interface CauseNow {
  /** The alert that is acknowledged for all. */
  readonly id: string;
  readonly severity: AlertSeverity;
  readonly failingSinceMs: number;
  readonly acknowledgedBy: string | null;
  /** The open incident that tells readers of it; null if there is none. */
  readonly incident: { readonly id: string; readonly name: LocalizedText } | null;
  readonly checks: readonly AlertedCheck[];
}

/** A failing check with its alerts, one of each rule. */
interface AlertedCheck {
  readonly alertIds: readonly string[];
  readonly checkId: string;
  readonly component: LocalizedText;
  readonly reason: string | null;
}

export interface SilencedNow extends Pick<SilencedCheck, "checkId" | "silence"> {
  readonly component: LocalizedText;
}

/** The alert that a message led to, which is over. */
export interface EndedAlertView extends Pick<
  EndedAlert,
  "checkId" | "failingSinceMs" | "acknowledgedBy" | "resolvedAtMs" | "isWithdrawn" | "isReplaced"
> {
  readonly component: LocalizedText;
}

/** A group of the page; one without a name has the components that are in no group. */
export interface GroupNow {
  readonly id: string | null;
  readonly name: LocalizedText | null;
  readonly components: readonly ComponentNow[];
}

export interface ComponentNow {
  readonly id: string;
  readonly name: LocalizedText;
  readonly status: ComponentStatus;
  /** Whether nobody has to do anything about it: its status is well, and all of its checks pass. */
  readonly isWell: boolean;
  readonly checks: readonly CheckNowView[];
}

export interface CheckNowView {
  readonly id: string;
  readonly kind: string;
  readonly runbookUrl: string | null;
  /** Whether evidence of its runs is kept. */
  readonly keepsRuns: boolean;
  /** Whether it has run in the last hour and its last run passed at every location. */
  readonly passes: boolean;
  readonly locations: readonly LocationNowView[];
}

/** The current state of a check at one location, from the runs of the last hour. */
export interface LocationNowView {
  readonly location: string;
  readonly slotMs: number;
  readonly result: ObservationResult;
  readonly reason: string | null;
  readonly message: string | null;
  readonly durationMs: number;
  /** The number of newest runs in a row that did not pass, not counting prober errors. */
  readonly badRuns: number;
  /** Slots without a result between the first of these runs and now. */
  readonly missedSlots: number;
  readonly nextSlotMs: number;
  /** Durations of the newest runs, oldest first; null for a run that measured nothing. */
  readonly durationsMs: readonly (number | null)[];
  /** Word error rates (errors over words said) of the same runs; empty for checks without words. */
  readonly wordErrors: readonly (number | null)[];
}

/** Returns the time from which runs are shown, in epoch milliseconds. */
export function consoleSinceMs(nowMs: number): number {
  return nowMs - HOUR_MS;
}

const SILENT_AFTER_MS = 2 * MINUTE_MS;
const MAX_POINTS = 40;

export function isSilent({ seenMs }: { readonly seenMs: number }, nowMs: number): boolean {
  return nowMs - seenMs > SILENT_AFTER_MS;
}

/** Returns the checks by component id, with their runs grouped by location; a check that has not run has no location. */
export function checksNow(
  checks: readonly ConfiguredCheck[],
  runs: readonly RecentRun[],
  nowMs: number,
): ReadonlyMap<string, readonly CheckNowView[]> {
  const byCheck = Map.groupBy(runs, ({ checkId }) => checkId);
  const views = checks.map((check) => {
    const places = Map.groupBy(byCheck.get(check.id) ?? [], ({ location }) => location);
    const locations = [...places]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([location, ofPlace]) => locationNow(location, ofPlace, check.periodMs, nowMs));
    const { id, kind, runbookUrl, keepsRuns, componentId } = check;
    const passes = locations.length > 0 && locations.every(({ result }) => result === "ok");
    return { componentId, view: { id, kind, runbookUrl, keepsRuns, passes, locations } };
  });
  const byComponent = Map.groupBy(views, ({ componentId }) => componentId);
  return new Map([...byComponent].map(([id, ofOne]) => [id, ofOne.map(({ view }) => view)]));
}

function locationNow(
  location: string,
  runs: readonly RecentRun[],
  periodMs: number,
  nowMs: number,
): LocationNowView {
  const last = runs.at(-1)!;
  const judged = runs.filter(({ result }) => result !== "prober_error");
  const lastGood = judged.findLastIndex(({ result }) => result === "ok");
  const slots = new Set(runs.map(({ slotMs }) => slotMs));
  // The current slot has no result yet.
  const due = Math.max(last.slotMs, Math.floor(nowMs / periodMs - 1) * periodMs);
  const expected = Math.floor((due - runs[0]!.slotMs) / periodMs) + 1;
  const points = runs.slice(-MAX_POINTS);
  const compares = runs.some(({ wordError }) => wordError !== null);
  return {
    location,
    slotMs: last.slotMs,
    result: last.result,
    reason: last.reason,
    message: last.message,
    durationMs: last.durationMs,
    badRuns: judged.length - 1 - lastGood,
    missedSlots: Math.max(0, expected - slots.size),
    nextSlotMs: Math.max(last.slotMs + periodMs, Math.ceil(nowMs / periodMs) * periodMs),
    durationsMs: points.map(({ result, durationMs }) =>
      result === "ok" || result === "degraded" ? durationMs : null,
    ),
    wordErrors: compares ? points.map(({ wordError }) => wordError) : [],
  };
}

const SEVERITY_ORDER: Readonly<Record<AlertSeverity, number>> = {
  critical: 0,
  warning: 1,
  info: 2,
};

type NameOf = (componentId: string) => LocalizedText;

/** Returns a function that names components; one that is not configured any more is known by its id. */
export function namesOf(components: readonly Pick<ComponentState, "id" | "name">[]): NameOf {
  const names = new Map(components.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? localizedText({ [DEFAULT_LANGUAGE]: id });
}

/** Gathers alerts by their cause and by who takes care of them: the worst first, then the oldest. */
export function causesNow(
  alerts: readonly AlertNow[],
  incidents: readonly OpenIncident[],
  nameOf: NameOf,
): CauseNow[] {
  const byCause = Map.groupBy(alerts, (alert) =>
    JSON.stringify([alert.thread ?? alert.id, alert.acknowledgedBy]),
  );
  return [...byCause.values()]
    .map((ofCause) => causeNow(ofCause, incidents, nameOf))
    .toSorted(
      (one, other) =>
        SEVERITY_ORDER[one.severity] - SEVERITY_ORDER[other.severity] ||
        one.failingSinceMs - other.failingSinceMs,
    );
}

function causeNow(
  alerts: readonly AlertNow[],
  incidents: readonly OpenIncident[],
  nameOf: NameOf,
): CauseNow {
  const [first] = alerts as readonly [AlertNow];
  const components = new Set(alerts.map(({ componentId }) => componentId));
  const incident = incidents.find(({ members }) => [...components].some((id) => members.has(id)));
  const severities = alerts
    .map(({ severity }) => severity)
    .toSorted((one, other) => SEVERITY_ORDER[one] - SEVERITY_ORDER[other]);
  return {
    id: first.id,
    severity: severities[0] ?? first.severity,
    failingSinceMs: Math.min(...alerts.map(({ failingSinceMs }) => failingSinceMs)),
    acknowledgedBy: first.acknowledgedBy,
    incident: incident === undefined ? null : { id: incident.id, name: incident.name },
    checks: [...Map.groupBy(alerts, ({ checkId }) => checkId).values()].map((ofCheck) => {
      const [{ checkId, componentId, reason }] = ofCheck as [AlertNow];
      const alertIds = ofCheck.map(({ id }) => id);
      return { alertIds, checkId, component: nameOf(componentId), reason };
    }),
  };
}

/** Groups components as the page does, in its order; groups without components are left out. */
export function groupsNow(
  components: readonly ComponentState[],
  groups: readonly Pick<ConfiguredGroup, "id" | "name">[],
  checks: ReadonlyMap<string, readonly CheckNowView[]>,
): GroupNow[] {
  const byGroup = Map.groupBy(components, ({ groupId }) => groupId);
  return [...byGroup].map(([id, ofGroup]) => ({
    id,
    name: groups.find((group) => group.id === id)?.name ?? null,
    components: ofGroup.map((component) => componentNow(component, checks.get(component.id) ?? [])),
  }));
}

/** The statuses of a component about which nobody has to do anything. */
const WELL: ReadonlySet<ComponentStatus> = new Set(["operational", "under_maintenance"]);

function componentNow(
  { id, name, status }: ComponentState,
  checks: readonly CheckNowView[],
): ComponentNow {
  const isWell = WELL.has(status) && checks.every(({ passes }) => passes);
  return { id, name, status, isWell, checks };
}
