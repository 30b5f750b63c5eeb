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
  /** Alerts whose check fails for another cause since they began: another one of the same rule and check begins. */
  readonly replace: readonly Alert[];
}

/** A message due for an open alert, and its receivers. */
export interface Telling {
  readonly alertId: string;
  readonly kind: "trigger" | "repeat" | "escalate";
  readonly receivers: readonly string[];
  /** Whether it is only for people of a rota that the alert reaches later than others. */
  readonly isAlongRota: boolean;
}

/** Who is on call, and which receivers have heard of each alert. */
export interface OnCallNow {
  /** By the id of the rota. */
  readonly rotas: ReadonlyMap<string, RotaNow>;
  /** By the id of the alert; needed for alerts of rules with rotas. */
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
}

const NO_ROTAS: OnCallNow = { rotas: new Map(), told: new Map() };

/** Decides which alerts begin and which end; one whose rule or check is gone ends without a recovery. */
export function alertChanges<Check extends CheckNow, Alert extends OpenAlert>(
  rules: readonly AlertRule[],
  checks: readonly Check[],
  open: readonly Alert[],
): AlertChanges<Check, Alert> {
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
  const replace = open.filter((alert) => {
    const now = watched(alert);
    if (now === undefined || resolve.includes(alert) || !fires(now.rule, now.check)) return false;
    return now.check.causeSinceMs !== null && now.check.causeSinceMs > alert.firedAtMs;
  });
  const isOpen = new Set(
    open
      .filter((alert) => !replace.includes(alert))
      .map(({ ruleId, checkId }) => keyOf(ruleId, checkId)),
  );
  const fire = rules.flatMap((rule) =>
    checks
      .filter((check) => !isOpen.has(keyOf(rule.id, check.checkId)) && fires(rule, check))
      .map((check) => ({ rule, check })),
  );
  return { fire, resolve, withdraw, replace };
}

/** Returns the messages that are due now for open alerts. */
export function dueTellings(
  rules: readonly AlertRule[],
  checks: readonly CheckNow[],
  open: readonly OpenAlert[],
  nowMs: number,
  onCall = NO_ROTAS,
): Telling[] {
  const ruleById = new Map(rules.map((rule) => [rule.id, rule]));
  const checkById = new Map(checks.map((check) => [check.checkId, check]));
  return open.flatMap((alert) => {
    const rule = ruleById.get(alert.ruleId);
    if (rule === undefined || alert.isAcknowledged) return [];
    if (silenceOf(rule, checkById.get(alert.checkId), nowMs) !== null) return [];
    const together = toldTogether(alert, open);
    const reached = reachedByRotas(rule, onCall.rotas, together.firstAtMs, nowMs);
    const late = alongRota(alert, reached, onCall.told.get(alert.id) ?? NOBODY);
    return [...tellingsOf(rule, alert, together, reached, nowMs), ...late];
  });
}

/** Why nobody is told of a failing check. */
export type Silence = "maintenance" | "consequence" | "quiet_hours";

/** Returns why nothing is told of a check by a rule now; null if its alerts are told. */
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

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Returns the messages for people of rotas whom an alert reaches after others: those who are on call since then, whose quiet
 * hours ended, or who are told because nobody acknowledged it.
 */
function alongRota(
  { id: alertId, toldAtMs }: OpenAlert,
  { first, next }: ReachedByRota,
  told: ReadonlySet<string>,
): Telling[] {
  if (toldAtMs === null) return [];
  const isNew = (receiver: string): boolean => !told.has(receiver);
  const tellings = [
    { alertId, kind: "trigger", receivers: first.filter(isNew), isAlongRota: true },
    { alertId, kind: "escalate", receivers: next.filter(isNew), isAlongRota: true },
  ] as const;
  return tellings.filter(({ receivers }) => receivers.length > 0);
}

function tellingsOf(
  rule: AlertRule,
  { id: alertId, toldAtMs, escalatedAtMs }: OpenAlert,
  { firstAtMs, lastAtMs }: ReturnType<typeof toldTogether>,
  { first, next }: ReachedByRota,
  nowMs: number,
): Telling[] {
  const isAlongRota = false;
  if (toldAtMs === null) {
    const receivers = [...new Set([...rule.receivers, ...first])];
    if (receivers.length === 0) return [];
    return [{ alertId, kind: "trigger", receivers, isAlongRota }];
  }
  const { repeatMinutes, escalation } = rule;
  const tellings: Telling[] = [];
  const isEscalated = escalatedAtMs !== null;
  if (
    escalation !== null &&
    !isEscalated &&
    nowMs >= firstAtMs + escalation.afterMinutes * MINUTE_MS
  ) {
    tellings.push({ alertId, kind: "escalate", receivers: escalation.to, isAlongRota });
  }
  if (repeatMinutes !== null && nowMs >= lastAtMs + repeatMinutes * MINUTE_MS) {
    const escalated = isEscalated ? (escalation?.to ?? []) : [];
    const receivers = [...new Set([...rule.receivers, ...escalated, ...first, ...next])];
    tellings.push({ alertId, kind: "repeat", receivers, isAlongRota });
  }
  return tellings;
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
