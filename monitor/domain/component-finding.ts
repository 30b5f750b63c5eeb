import { isWorse, severityOf } from "./component-status.ts";
import { areRelated } from "./reason.ts";
import type { CheckImpact, CheckVerdict, ComponentStatus } from "#migrations/status/schema.ts";

/** The state of a check that decides its component's status. */
export interface ComponentCheck {
  readonly checkId: string;
  readonly impact: CheckImpact;
  /** Null before the first verdict. */
  readonly verdict: CheckVerdict | null;
  readonly sinceMs: number | null;
  readonly reason: string | null;
  /** Since when it fails for that reason, once that is certain; else null. */
  readonly causeSinceMs: number | null;
  /** Until when the verdict holds; before the first verdict, until when it is waited for. */
  readonly knownUntilMs: number;
  /** Its newest slot if that did not pass; else null. */
  readonly failedSlotMs: number | null;
}

/** The status of a component that follows from its checks. */
export interface ComponentFinding {
  readonly status: ComponentStatus;
  /** When the status began, according to the checks. */
  readonly sinceMs: number;
  /** The check that decides the status, and its reason; null for operational and unknown. */
  readonly checkId: string | null;
  readonly reason: string | null;
  /** Since when that reason decides it, once that is certain; else null. */
  readonly causeSinceMs: number | null;
  /** Until when the status holds without further observations; null for unknown. */
  readonly knownUntilMs: number | null;
  /** The newest slot, if a deciding check did not pass it; null if it passed, and while nothing is wrong. */
  readonly failedSlotMs: number | null;
}

/**
 * Returns the status of the worst of the component's observed `checks` at `nowMs`; null before the first verdict.
 *
 * A check whose observations ended, or that gave no verdict in time, makes the component unknown unless another check fails.
 * It stays unknown until each of its checks has a verdict: only then is it known that all of it works. Of checks that are as bad
 * one decides that fails for the same cause as the component until now, whose reason is `reason`.
 */
export function componentFinding(
  checks: readonly ComponentCheck[],
  current: ComponentStatus | null,
  nowMs: number,
  reason: string | null = null,
): ComponentFinding | null {
  const judged = checks.filter((check) => check.verdict !== null);
  if (judged.length === 0 && current !== "unknown") return null;
  const known = judged.filter((check) => check.knownUntilMs > nowMs);
  const stale = judged.filter((check) => check.knownUntilMs <= nowMs);
  const knownUntilMs = Math.min(...known.map((check) => check.knownUntilMs));

  const impaired = known.filter((check) => check.verdict !== "up");
  const worst = impaired.toSorted((a, b) => severityOf(impactOf(b)) - severityOf(impactOf(a)))[0];
  if (worst !== undefined) {
    const status = impactOf(worst);
    const same = impaired.filter((check) => impactOf(check) === status);
    const failedSlots = same.flatMap((check) => check.failedSlotMs ?? []);
    const deciding =
      same.find((check) => reason !== null && areRelated(check.reason, reason)) ?? worst;
    return {
      status,
      sinceMs: Math.max(
        Math.min(...same.map((check) => check.sinceMs ?? nowMs)),
        current !== null && isWorse(current, status) ? lastRecoveryMs(known, status) : -Infinity,
      ),
      checkId: deciding.checkId,
      reason: deciding.reason,
      causeSinceMs:
        deciding.causeSinceMs === null
          ? null
          : Math.max(deciding.causeSinceMs, lastRecoveryMs(known, status)),
      knownUntilMs,
      failedSlotMs: failedSlots.length === 0 ? null : Math.max(...failedSlots),
    };
  }
  const healthy = { checkId: null, reason: null, causeSinceMs: null, failedSlotMs: null };
  const isSilent = (check: ComponentCheck): boolean =>
    check.verdict === null && check.knownUntilMs <= nowMs;
  if (stale.length > 0 || checks.some(isSilent)) {
    // The component's status from before the check was missed stays as it is.
    const sinceMs = Math.min(nowMs, ...stale.map((check) => check.knownUntilMs));
    return { ...healthy, status: "unknown", sinceMs, knownUntilMs: null };
  }
  if (judged.length === 0 || (current === "unknown" && judged.length < checks.length)) {
    return { ...healthy, status: "unknown", sinceMs: nowMs, knownUntilMs: null };
  }
  const sinceMs = Math.max(...known.map((check) => check.sinceMs ?? nowMs));
  return { ...healthy, status: "operational", sinceMs, knownUntilMs };
}

/** Returns when the last check that is now better than `status` changed: until then one of them was worse. */
function lastRecoveryMs(checks: readonly ComponentCheck[], status: CheckImpact): number {
  const better = checks.filter(
    (check) => check.verdict === "up" || isWorse(status, impactOf(check)),
  );
  return Math.max(...better.map((check) => check.sinceMs ?? -Infinity));
}

function impactOf(check: ComponentCheck): CheckImpact {
  return check.verdict === "degraded" ? "degraded_performance" : check.impact;
}
