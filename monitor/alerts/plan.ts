import { MINUTE_MS } from "#units/time.ts";
import type { CheckVerdict } from "#migrations/status/schema.ts";
import type { AlertRule } from "./configuration.ts";
import { isQuiet } from "./quiet-hours.ts";

/** The stored state of a check. */
export interface CheckNow {
  readonly checkId: string;
  readonly componentId: string;
  readonly groupId: string | null;
  /** Whether observations cover the present; a check that is not known neither fires nor recovers. */
  readonly isKnown: boolean;
  readonly isInMaintenance: boolean;
  /** Whether a dependency of its component fails: that is reported, and this is its consequence. */
  readonly isConsequence: boolean;
  readonly verdict: CheckVerdict | null;
  readonly lastResult: "ok" | "degraded" | "failed" | null;
  /** How many of the newest slots in a row failed, and how many did not pass. */
  readonly failedSlots: number;
  readonly impairedSlots: number;
}

/** An alert that is not resolved. */
export interface OpenAlert {
  readonly id: string;
  readonly ruleId: string;
  readonly checkId: string;
  readonly toldAtMs: number | null;
  readonly lastToldAtMs: number | null;
  readonly escalatedAtMs: number | null;
  readonly isAcknowledged: boolean;
  /** The alert that began its thread; null while undecided. */
  readonly thread: string | null;
}

/** The alerts that begin and end. */
export interface AlertChanges<Check extends CheckNow, Alert extends OpenAlert> {
  readonly fire: readonly { readonly rule: AlertRule; readonly check: Check }[];
  readonly resolve: readonly Alert[];
  /** Alerts whose rule or check is gone: it is unknown whether anything recovered. */
  readonly withdraw: readonly Alert[];
}

/** A message due for an open alert, and its receivers. */
export interface Telling {
  readonly alertId: string;
  readonly kind: "trigger" | "repeat" | "escalate";
  readonly receivers: readonly string[];
}

/** Decides which alerts begin and which end; one whose rule or check is gone ends without a recovery. */
export function alertChanges<Check extends CheckNow, Alert extends OpenAlert>(
  rules: readonly AlertRule[],
  checks: readonly Check[],
  open: readonly Alert[],
): AlertChanges<Check, Alert> {
  const isOpen = new Set(open.map(({ ruleId, checkId }) => keyOf(ruleId, checkId)));
  const fire = rules.flatMap((rule) =>
    checks
      .filter((check) => !isOpen.has(keyOf(rule.id, check.checkId)) && fires(rule, check))
      .map((check) => ({ rule, check })),
  );
  const ruleById = new Map(rules.map((rule) => [rule.id, rule]));
  const checkById = new Map(checks.map((check) => [check.checkId, check]));
  const watched = (alert: Alert) => {
    const rule = ruleById.get(alert.ruleId);
    const check = checkById.get(alert.checkId);
    return rule === undefined || check === undefined || !isAbout(rule, check)
      ? undefined
      : { rule, check };
  };
  const resolve = open.filter((alert) => {
    const now = watched(alert);
    return now !== undefined && isWell(now.rule, now.check);
  });
  const withdraw = open.filter((alert) => watched(alert) === undefined);
  return { fire, resolve, withdraw };
}

/** Returns the messages that are due now for open alerts. */
export function dueTellings(
  rules: readonly AlertRule[],
  checks: readonly CheckNow[],
  open: readonly OpenAlert[],
  nowMs: number,
): Telling[] {
  const ruleById = new Map(rules.map((rule) => [rule.id, rule]));
  const held = new Set(checks.filter(isHeldBack).map(({ checkId }) => checkId));
  return open.flatMap((alert) => {
    const rule = ruleById.get(alert.ruleId);
    if (rule === undefined || alert.isAcknowledged || held.has(alert.checkId)) return [];
    const isHeld =
      rule.severity !== "critical" && rule.quietHours && isQuiet(rule.quietHours, nowMs);
    return isHeld === true ? [] : tellingsOf(rule, alert, toldTogether(alert, open), nowMs);
  });
}

/** Returns when the alerts of a rule and a thread were first and last sent: they are repeated and escalated together. */
function toldTogether(alert: OpenAlert, open: readonly OpenAlert[]) {
  const together = open.filter(
    (one) =>
      one.id === alert.id ||
      (alert.thread !== null &&
        one.thread === alert.thread &&
        one.ruleId === alert.ruleId &&
        !one.isAcknowledged),
  );
  const first = together.map(({ toldAtMs }) => toldAtMs ?? Infinity);
  const last = together.map(({ toldAtMs, lastToldAtMs }) => lastToldAtMs ?? toldAtMs ?? -Infinity);
  return { firstAtMs: Math.min(...first), lastAtMs: Math.max(...last) };
}

function tellingsOf(
  rule: AlertRule,
  { id: alertId, toldAtMs, escalatedAtMs }: OpenAlert,
  { firstAtMs, lastAtMs }: ReturnType<typeof toldTogether>,
  nowMs: number,
): Telling[] {
  if (toldAtMs === null) return [{ alertId, kind: "trigger", receivers: rule.receivers }];
  const { repeatMinutes, escalation } = rule;
  const tellings: Telling[] = [];
  const isEscalated = escalatedAtMs !== null;
  if (
    escalation !== null &&
    !isEscalated &&
    nowMs >= firstAtMs + escalation.afterMinutes * MINUTE_MS
  ) {
    tellings.push({ alertId, kind: "escalate", receivers: escalation.to });
  }
  if (repeatMinutes !== null && nowMs >= lastAtMs + repeatMinutes * MINUTE_MS) {
    const all = [...rule.receivers, ...(isEscalated ? (escalation?.to ?? []) : [])];
    tellings.push({ alertId, kind: "repeat", receivers: [...new Set(all)] });
  }
  return tellings;
}

function fires(rule: AlertRule, check: CheckNow): boolean {
  const badSlots = rule.includesDegraded ? check.impairedSlots : check.failedSlots;
  const isBad = check.isKnown && badSlots >= rule.afterBadSlots;
  return isBad && !isHeldBack(check) && isAbout(rule, check);
}

function isHeldBack({ isInMaintenance, isConsequence }: CheckNow): boolean {
  return isInMaintenance || isConsequence;
}

/** Returns whether a check has recovered; one that is down must pass twice, as on the status page. */
function isWell({ includesDegraded }: AlertRule, check: CheckNow): boolean {
  const { isKnown, verdict, lastResult } = check;
  if (!isKnown) return false;
  return includesDegraded
    ? verdict === "up" && lastResult === "ok"
    : verdict !== "down" && lastResult !== "failed";
}

function isAbout({ components, groups, checks }: AlertRule, check: CheckNow): boolean {
  if (components.length + groups.length + checks.length === 0) return true;
  return (
    components.includes(check.componentId) ||
    (check.groupId !== null && groups.includes(check.groupId)) ||
    checks.includes(check.checkId)
  );
}

function keyOf(ruleId: string, checkId: string): string {
  return `${ruleId} ${checkId}`;
}
