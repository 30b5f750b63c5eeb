import { MINUTE_MS } from "#units/time.ts";
import type { CheckVerdict } from "#migrations/status/schema.ts";
import { MONITOR_FILE } from "../domain/configuration-version.ts";
import type { AlertRule } from "./configuration.ts";
import { isAboutAllChecks } from "./monitor-file.ts";
import { type ReachedByRota, reachedByRotas, type RotaNow } from "./on-call.ts";
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
  /** Since when it fails for its present cause, once that is certain; else null. */
  readonly causeSinceMs: number | null;
  /** How many of the newest slots in a row failed, and how many did not pass. */
  readonly failedSlots: number;
  readonly impairedSlots: number;
}

/** An alert that is not resolved. */
export interface OpenAlert {
  readonly id: string;
  readonly ruleId: string;
  readonly checkId: string;
  readonly firedAtMs: number;
  readonly notifiedAtMs: number | null;
  readonly lastNotifiedAtMs: number | null;
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
  /** Alerts whose check fails for another cause since they began: another one of the same rule and check begins. */
  readonly replace: readonly Alert[];
}

/** A message due for an open alert, and its receivers. */
export interface Notification {
  readonly alertId: string;
  readonly kind: "trigger" | "repeat" | "escalate";
  readonly receivers: readonly string[];
  /** Whether it is only for people of a rota that the alert reaches later than others. */
  readonly isAlongRota: boolean;
}

/** Who is on call, and which receivers were notified of each alert. */
export interface OnCallNow {
  /** By the id of the rota. */
  readonly rotas: ReadonlyMap<string, RotaNow>;
  /** By the id of the alert; needed for alerts of rules with rotas. */
  readonly notified: ReadonlyMap<string, ReadonlySet<string>>;
}

const NO_ROTAS: OnCallNow = { rotas: new Map(), notified: new Map() };

/** Decides which alerts begin and which end; one whose rule or check is gone ends without a recovery. */
export function alertChanges<Check extends CheckNow, Alert extends OpenAlert>(
  rules: readonly AlertRule[],
  checks: readonly Check[],
  open: readonly Alert[],
): AlertChanges<Check, Alert> {
  const ruleById = new Map(rules.map((rule) => [rule.id, rule]));
  const checkById = new Map(checks.map((check) => [check.checkId, check]));
  const {
    resolve = [],
    withdraw = [],
    replace = [],
    stay = [],
  } = Object.groupBy(open, (alert) => {
    const rule = ruleById.get(alert.ruleId);
    const check = checkById.get(alert.checkId);
    if (rule === undefined || check === undefined || !isAbout(rule, check)) return "withdraw";
    if (isWell(rule, check)) return "resolve";
    const isOther = check.causeSinceMs !== null && check.causeSinceMs > alert.firedAtMs;
    return isOther && fires(rule, check) ? "replace" : "stay";
  });
  const isOpen = new Set(
    [...resolve, ...withdraw, ...stay].map(({ ruleId, checkId }) => keyOf(ruleId, checkId)),
  );
  const fire = rules.flatMap((rule) =>
    checks
      .filter((check) => !isOpen.has(keyOf(rule.id, check.checkId)) && fires(rule, check))
      .map((check) => ({ rule, check })),
  );
  return { fire, resolve, withdraw, replace };
}

/** Returns the messages that are due now for open alerts. */
export function dueNotifications(
  rules: readonly AlertRule[],
  checks: readonly CheckNow[],
  open: readonly OpenAlert[],
  nowMs: number,
  onCall = NO_ROTAS,
): Notification[] {
  const ruleById = new Map(rules.map((rule) => [rule.id, rule]));
  const checkById = new Map(checks.map((check) => [check.checkId, check]));
  return open.flatMap((alert) => {
    const rule = ruleById.get(alert.ruleId);
    if (rule === undefined || alert.isAcknowledged) return [];
    if (silenceOf(rule, checkById.get(alert.checkId), nowMs) !== null) return [];
    const together = notifiedThread(alert, open);
    const reached = reachedByRotas(rule, onCall.rotas, together.firstAtMs, nowMs);
    const late = alongRota(alert, reached, onCall.notified.get(alert.id) ?? NOBODY);
    return [...notificationsOf(rule, alert, together, reached, nowMs), ...late];
  });
}

/** Why nobody is notified of a failing check. */
export type Silence = "maintenance" | "consequence" | "quiet_hours";

/** Returns why a rule notifies nobody of a check now; null if it does notify. */
export function silenceOf(
  { severity, quietHours }: AlertRule,
  check: CheckNow | undefined,
  nowMs: number,
): Silence | null {
  if (check?.isInMaintenance === true) return "maintenance";
  if (check?.isConsequence === true) return "consequence";
  if (severity === "critical" || quietHours === null) return null;
  return isQuiet(quietHours, nowMs) ? "quiet_hours" : null;
}

/** Returns when the alerts of a rule and a thread were first and last sent: they are repeated and escalated together. */
function notifiedThread(alert: OpenAlert, open: readonly OpenAlert[]) {
  const together = open.filter(
    (one) =>
      one.id === alert.id ||
      (alert.thread !== null &&
        one.thread === alert.thread &&
        one.ruleId === alert.ruleId &&
        !one.isAcknowledged),
  );
  const first = together.map(({ notifiedAtMs }) => notifiedAtMs ?? Infinity);
  const last = together.map(
    ({ notifiedAtMs, lastNotifiedAtMs }) => lastNotifiedAtMs ?? notifiedAtMs ?? -Infinity,
  );
  return { firstAtMs: Math.min(...first), lastAtMs: Math.max(...last) };
}

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Returns the messages for people of rotas whom an alert reaches after others: those who are on call since then, whose quiet
 * hours ended, or who are notified because nobody acknowledged it.
 */
function alongRota(
  { id: alertId, notifiedAtMs }: OpenAlert,
  { first, next }: ReachedByRota,
  notified: ReadonlySet<string>,
): Notification[] {
  if (notifiedAtMs === null) return [];
  const isNew = (receiver: string): boolean => !notified.has(receiver);
  const notifications = [
    { alertId, kind: "trigger", receivers: first.filter(isNew), isAlongRota: true },
    { alertId, kind: "escalate", receivers: next.filter(isNew), isAlongRota: true },
  ] as const;
  return notifications.filter(({ receivers }) => receivers.length > 0);
}

function notificationsOf(
  rule: AlertRule,
  { id: alertId, notifiedAtMs, escalatedAtMs }: OpenAlert,
  { firstAtMs, lastAtMs }: ReturnType<typeof notifiedThread>,
  { first, next }: ReachedByRota,
  nowMs: number,
): Notification[] {
  const isAlongRota = false;
  if (notifiedAtMs === null) {
    const receivers = [...new Set([...rule.receivers, ...first])];
    if (receivers.length === 0) return [];
    return [{ alertId, kind: "trigger", receivers, isAlongRota }];
  }
  const { repeatMinutes, escalation } = rule;
  const notifications: Notification[] = [];
  const isEscalated = escalatedAtMs !== null;
  if (
    escalation !== null &&
    !isEscalated &&
    nowMs >= firstAtMs + escalation.afterMinutes * MINUTE_MS
  ) {
    notifications.push({ alertId, kind: "escalate", receivers: escalation.to, isAlongRota });
  }
  if (repeatMinutes !== null && nowMs >= lastAtMs + repeatMinutes * MINUTE_MS) {
    const escalated = isEscalated ? (escalation?.to ?? []) : [];
    const receivers = [...new Set([...rule.receivers, ...escalated, ...first, ...next])];
    notifications.push({ alertId, kind: "repeat", receivers, isAlongRota });
  }
  return notifications;
}

function fires(rule: AlertRule, check: CheckNow): boolean {
  return isBad(rule, check) && !check.isInMaintenance && !check.isConsequence;
}

/** Returns whether a rule is about a check that fails for as long as the rule asks. */
export function isBad(rule: AlertRule, check: CheckNow): boolean {
  const badSlots = rule.includesDegraded ? check.impairedSlots : check.failedSlots;
  return check.isKnown && badSlots >= rule.afterBadSlots && isAbout(rule, check);
}

/** Returns whether a check has recovered; one that is down must pass twice, as on the status page. */
function isWell({ includesDegraded }: AlertRule, check: CheckNow): boolean {
  const { isKnown, verdict, lastResult } = check;
  if (!isKnown) return false;
  return includesDegraded
    ? verdict === "up" && lastResult === "ok"
    : verdict !== "down" && lastResult !== "failed";
}

function isAbout(rule: AlertRule, check: CheckNow): boolean {
  if (isAboutAllChecks(rule)) return check.componentId !== MONITOR_FILE;
  const { components, groups, checks } = rule;
  return (
    components.includes(check.componentId) ||
    (check.groupId !== null && groups.includes(check.groupId)) ||
    checks.includes(check.checkId)
  );
}

function keyOf(ruleId: string, checkId: string): string {
  return `${ruleId} ${checkId}`;
}
