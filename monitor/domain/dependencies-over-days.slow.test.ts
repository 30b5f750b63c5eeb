import { expect, test } from "vitest";
import { casesOf, runsLong } from "../../test/support/lengths.ts";
import type { ComponentStatus } from "#migrations/status/schema.ts";
import { alertChanges, dueNotifications, type CheckNow, type OpenAlert } from "../alerts/plan.ts";
import type { AlertRule } from "../alerts/configuration.ts";
import { isExplained } from "./dependencies.ts";
import { type IncidentAction, planIncidents } from "./incident-plan.ts";
import { type ComponentNow, type IncidentNow } from "./incident-now.ts";
import { areRelated, type Reason } from "./reason.ts";

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const DAYS = runsLong ? 30 : 8;
/** Each stands on the next. */
const CHAIN = ["web", "api", "models", "database"];
const SLOTS_UNTIL_DOWN = 2;

/** Why roots fail, and how those that stand on them feel it. */
const EFFECTS = {
  timeout: "bad_status",
  silent_audio: "transcript_mismatch",
  certificate_expired: "timeout",
} as const satisfies Partial<Record<Reason, Reason>>;
const REASONS = Object.keys(EFFECTS) as (keyof typeof EFFECTS)[];

/** A fault of one component, and what it does to those that stand on it. */
interface Fault {
  readonly root: string;
  readonly reason: keyof typeof EFFECTS;
  /** From which minute on the root fails for another cause without having recovered; undefined of most. */
  readonly change?: { readonly minute: number; readonly reason: keyof typeof EFFECTS };
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** By how many minutes each fails and recovers later than the root; undefined of those that do not feel it. */
  readonly felt: ReadonlyMap<string, { readonly failsAfter: number; readonly wellAfter: number }>;
}

/** Park and Miller's: whole numbers below `max`, the same for the same seed. */
function numbersOf(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % max;
  };
}

/** Writes a script of one fault every three to nine hours. */
function faultsOf(seed: number): Fault[] {
  const below = numbersOf(seed);
  const faults: Fault[] = [];
  let minute = 60;
  while (minute < DAYS * dayMinutes - 200) {
    const root = below(CHAIN.length);
    const fromMinute = minute;
    const untilMinute = minute + 10 + below(80);
    const dependents = CHAIN.slice(0, root).filter(() => below(4) > 0);
    const felt = new Map(
      dependents.map((id) => [id, { failsAfter: below(12), wellAfter: below(15) }]),
    );
    const [reason, other] = [REASONS[below(3)]!, REASONS[below(3)]!];
    const isChanging = felt.size === 0 && reason !== other && untilMinute - fromMinute > 20;
    faults.push({
      root: CHAIN[root]!,
      reason,
      fromMinute,
      untilMinute,
      felt,
      ...(isChanging && { change: { minute: fromMinute + 10, reason: other } }),
    });
    minute += 180 + below(360);
  }
  return faults;
}

/** Why a component fails in a minute; null where it does not. */
function reasonAt(faults: readonly Fault[], id: string, minute: number): Reason | null {
  for (const { root, reason, change, fromMinute, untilMinute, felt } of faults) {
    const of = felt.get(id);
    const isRoot = id === root && minute >= fromMinute && minute < untilMinute;
    if (isRoot) return change !== undefined && minute >= change.minute ? change.reason : reason;
    const isFelt =
      of !== undefined &&
      minute >= fromMinute + of.failsAfter &&
      minute < untilMinute + of.wellAfter;
    if (isFelt) return EFFECTS[reason];
  }
  return null;
}

/** The times in which a component fails, by its id. */
function failingTimes(
  faults: readonly Fault[],
): ReadonlyMap<string, readonly (readonly [number, number])[]> {
  return new Map(
    CHAIN.map((id) => [
      id,
      faults.flatMap(({ root, fromMinute, untilMinute, felt }) => {
        if (id === root) return [[fromMinute, untilMinute] as const];
        const of = felt.get(id);
        return of === undefined
          ? []
          : [[fromMinute + of.failsAfter, untilMinute + of.wellAfter] as const];
      }),
    ]),
  );
}

/** Incidents as a database keeps them. */
class Incidents {
  readonly opened: { startedAtMs: number; names: Set<string> }[] = [];
  #all: IncidentNow[] = [];

  now(nowMs: number): readonly IncidentNow[] {
    return this.#all.filter(
      ({ resolvedAtMs }) => resolvedAtMs === null || nowMs - resolvedAtMs < 30 * minuteMs,
    );
  }

  get areAllResolved(): boolean {
    return this.#all.every(({ resolvedAtMs }) => resolvedAtMs !== null);
  }

  apply(action: IncidentAction, nowMs: number): void {
    const { kind, incidentId, status, impact, startedAtMs, components } = action;
    const before = this.#all.find(({ id }) => id === incidentId);
    const id = before?.id ?? String(this.#all.length);
    if (before === undefined) this.opened.push({ startedAtMs, names: new Set() });
    const { names } = this.opened[Number(id)]!;
    for (const one of components) if (one.status !== "operational") names.add(one.id);
    const changes = action.changes.map(({ component, from }) => ({
      id: component.id,
      oldStatus: from,
      newStatus: component.status,
    }));
    const next: IncidentNow = {
      id,
      automatic: true,
      givenBackAtMs: null,
      status,
      impact,
      startedAtMs,
      createdAtMs: before?.createdAtMs ?? nowMs,
      updatedAtMs: nowMs,
      resolvedAtMs: kind === "resolve" ? nowMs : null,
      components: new Map([
        ...(before?.components ?? []),
        ...components.map((one) => [one.id, one.status] as const),
      ]),
      reasons: new Map([
        ...(before?.reasons ?? []),
        ...components.flatMap((one) =>
          one.reason === null
            ? []
            : [[one.id, [...(before?.reasons.get(one.id) ?? []), one.reason]] as const],
        ),
      ]),
      worstImpact: action.worstImpact,
      worst: new Map(action.atWorst.map((one) => [one.id, one.status] as const)),
      latest: { createdAtMs: nowMs, changes },
    };
    this.#all = [...this.#all.filter((other) => other.id !== id), next];
  }
}

const rule: AlertRule = {
  id: "down",
  receivers: ["phone"],
  rotas: [],
  components: [],
  groups: [],
  checks: [],
  afterBadSlots: 2,
  includesDegraded: false,
  severity: "critical",
  repeatMinutes: null,
  escalation: null,
  tellsRecovery: true,
  quietHours: null,
};

interface Alert extends OpenAlert {
  readonly id: string;
}

/** Plays a script; whoever decides is dead for a while now and then, and goes on from what is stored. */
function play(faults: readonly Fault[], seed: number) {
  const failing = failingTimes(faults);
  const below = numbersOf(seed);
  const incidents = new Incidents();
  const notified: { checkId: string; minute: number }[] = [];
  const bad = new Map(CHAIN.map((id) => [id, 0]));
  const good = new Map(CHAIN.map((id) => [id, 2]));
  interface State {
    readonly status: ComponentStatus;
    readonly sinceMs: number;
    readonly reason: Reason | null;
  }
  const state = new Map<string, State>(
    CHAIN.map((id) => [id, { status: "operational", sinceMs: 0, reason: null }]),
  );
  let open: readonly Alert[] = [];
  let deadUntil = 0;
  for (let minute = 0; minute < DAYS * dayMinutes; minute += 1) {
    const nowMs = minute * minuteMs;
    for (const id of CHAIN) {
      const fails = failing.get(id)!.some(([from, until]) => minute >= from && minute < until);
      bad.set(id, fails ? bad.get(id)! + 1 : 0);
      good.set(id, fails ? 0 : good.get(id)! + 1);
      const { status, reason: lastReason } = state.get(id)!;
      const [reason, last] = [reasonAt(faults, id, minute), reasonAt(faults, id, minute - 1)];
      const sinceMs = nowMs - minuteMs;
      const isOther = reason !== null && reason === last && !areRelated(lastReason, reason);
      if ((status === "operational" || isOther) && bad.get(id)! >= SLOTS_UNTIL_DOWN) {
        state.set(id, { status: "major_outage", sinceMs, reason });
      }
      if (status !== "operational" && good.get(id)! >= SLOTS_UNTIL_DOWN) {
        state.set(id, { status: "operational", sinceMs, reason: null });
      }
    }
    if (minute >= deadUntil && below(500) === 0) deadUntil = minute + 1 + below(3);
    if (minute < deadUntil) continue;
    const components = CHAIN.map((id, at): ComponentNow => {
      const isBad = bad.get(id)! > 0;
      return {
        id,
        groupId: null,
        dependsOn: CHAIN.slice(at + 1, at + 2),
        ...state.get(id)!,
        failedSlotMs: isBad ? nowMs : null,
      };
    });
    for (const action of planIncidents(components, incidents.now(nowMs), nowMs)) {
      incidents.apply(action, nowMs);
    }
    const failingNow = new Set(CHAIN.filter((id) => bad.get(id)! > 0));
    const checks = components.map((component): CheckNow => ({
      checkId: component.id,
      componentId: component.id,
      groupId: null,
      isKnown: true,
      isInMaintenance: false,
      isConsequence: isExplained(component.id, components, failingNow),
      verdict: component.status === "operational" ? "up" : "down",
      lastResult: failingNow.has(component.id) ? "failed" : "ok",
      causeSinceMs: null,
      failedSlots: bad.get(component.id)!,
      impairedSlots: bad.get(component.id)!,
    }));
    const { fire, resolve } = alertChanges([rule], checks, open);
    open = [
      ...open.filter((alert) => !resolve.includes(alert)),
      ...fire.map(({ check }) => ({
        id: `${check.checkId} ${minute}`,
        ruleId: rule.id,
        checkId: check.checkId,
        firedAtMs: nowMs,
        notifiedAtMs: null,
        lastNotifiedAtMs: null,
        escalatedAtMs: null,
        isAcknowledged: false,
        thread: null,
      })),
    ];
    for (const { alertId } of dueNotifications([rule], checks, open, nowMs)) {
      notified.push({ checkId: open.find(({ id }) => id === alertId)!.checkId, minute });
      open = open.map((alert) =>
        alert.id === alertId ? { ...alert, notifiedAtMs: nowMs, lastNotifiedAtMs: nowMs } : alert,
      );
    }
  }
  return { incidents, notified, openAlerts: open };
}

/** What people on call have to be told of a fault: its root, and what still fails when the root is well again. */
function expectedAlerts({ root, untilMinute, fromMinute, felt }: Fault): Set<string> {
  const left = CHAIN.filter((id) => {
    const of = felt.get(id);
    if (of === undefined) return false;
    // Explained by nothing below it that fails any longer, and for two slots after its root was seen to be well twice.
    const begins = fromMinute + of.failsAfter;
    const ends = untilMinute + of.wellAfter;
    const below = CHAIN.slice(CHAIN.indexOf(id) + 1).filter(
      (other) => other === root || felt.has(other),
    );
    const explained = below.flatMap((other) => {
      const its = felt.get(other);
      const from = its === undefined ? fromMinute : fromMinute + its.failsAfter;
      const until = its === undefined ? untilMinute : untilMinute + its.wellAfter;
      return from < until ? [[from, until + 1] as const] : [];
    });
    for (let minute = begins + 1; minute < ends; minute += 1) {
      if (!explained.some(([from, until]) => minute >= from && minute < until)) return true;
    }
    return false;
  });
  return new Set([root, ...left]);
}

const NOBODY: Fault["felt"] = new Map();

test.each(casesOf([11], [12, 13, 14]))(
  `${DAYS} days of faults in a chain are one incident for each cause, and alerts of what nothing else explains (seed %i)`,
  (seed) => {
    const faults = faultsOf(seed);
    const { incidents, notified, openAlerts } = play(faults, seed + 100);
    expect(faults.length).toBeGreaterThan(2 * DAYS);
    const causes = faults.flatMap((fault) =>
      fault.change === undefined ? [fault] : [fault, { ...fault, felt: NOBODY }],
    );
    expect(causes.length).toBeGreaterThan(faults.length);
    expect(incidents.opened).toHaveLength(causes.length);
    expect(incidents.areAllResolved).toBe(true);
    expect(openAlerts).toEqual([]);
    for (const [at, { root, felt, fromMinute, untilMinute }] of causes.entries()) {
      const lasting = [...felt].filter(([, of]) => {
        return fromMinute + of.failsAfter + SLOTS_UNTIL_DOWN <= untilMinute + of.wellAfter;
      });
      const { names } = incidents.opened[at]!;
      expect([...names].sort()).toEqual([root, ...lasting.map(([id]) => id)].sort());
    }
    const expected = faults.map((fault, at) => ({ at, checks: [...expectedAlerts(fault)].sort() }));
    const seen = faults.map(({ fromMinute }, at) => {
      const until = faults[at + 1]?.fromMinute ?? Infinity;
      const ofFault = notified.filter(({ minute }) => minute >= fromMinute && minute < until);
      return { at, checks: ofFault.map(({ checkId }) => checkId).sort() };
    });
    expect(seen).toEqual(expected);
  },
);
