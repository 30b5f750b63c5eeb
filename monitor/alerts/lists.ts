import type { AlertRule } from "./configuration.ts";
import { type CheckNow, isBad, type OpenAlert, type Silence, silenceOf } from "./plan.ts";

/** A failing check of which nobody is notified, and why. */
export interface SilencedCheck {
  readonly checkId: string;
  readonly componentId: string;
  readonly silence: Silence;
}

/** Open alerts by what is to be done about them, and what fails without an alert that anybody hears of. */
export interface AlertLists<Alert extends OpenAlert> {
  readonly firing: readonly Alert[];
  readonly acknowledged: readonly Alert[];
  readonly silenced: readonly SilencedCheck[];
}

/** Sorts open alerts into lists; a check that fires by one rule is not silenced by another. */
export function alertLists<Alert extends OpenAlert>(
  rules: readonly AlertRule[],
  checks: readonly CheckNow[],
  open: readonly Alert[],
  nowMs: number,
): AlertLists<Alert> {
  const checkById = new Map(checks.map((check) => [check.checkId, check]));
  const acknowledged = open.filter((alert) => alert.isAcknowledged);
  const firing = open.filter((alert) => {
    const rule = rules.find(({ id }) => id === alert.ruleId);
    if (alert.isAcknowledged) return false;
    return rule === undefined || silenceOfAlert(rule, checkById, alert, nowMs) === null;
  });
  const listed = new Set([...firing, ...acknowledged].map(({ checkId }) => checkId));
  const silenced = checks.flatMap((check): SilencedCheck[] => {
    if (listed.has(check.checkId)) return [];
    const [silence] = rules.flatMap((rule) => {
      const alert = open.find((one) => one.ruleId === rule.id && one.checkId === check.checkId);
      const silenceNow =
        alert === undefined
          ? isBad(rule, check)
            ? silenceOf(rule, check, nowMs)
            : null
          : silenceOfAlert(rule, checkById, alert, nowMs);
      return silenceNow ?? [];
    });
    const { checkId, componentId } = check;
    return silence === undefined ? [] : [{ checkId, componentId, silence }];
  });
  return { firing, acknowledged, silenced };
}

/** Returns why nobody is notified of an alert; quiet hours hold back only alerts of which nobody was notified before. */
function silenceOfAlert(
  rule: AlertRule,
  checks: ReadonlyMap<string, CheckNow>,
  { checkId, notifiedAtMs }: OpenAlert,
  nowMs: number,
): Silence | null {
  const silence = silenceOf(rule, checks.get(checkId), nowMs);
  return silence === "quiet_hours" && notifiedAtMs !== null ? null : silence;
}
