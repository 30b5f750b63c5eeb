import { percentile } from "./percentile.ts";
import type { Reason } from "./reason.ts";
import type { LocationReport } from "./verdict.ts";

/** A limit on the 95th percentile of the duration of runs that passed, over the window that ends with a slot. */
export interface SlowP95 {
  readonly limitMs: number;
  readonly windowMs: number;
}

/** The minimum number of slots for a 95th percentile: in a window of this many, one slow run is not enough. */
export const MIN_SLOTS_OF_P95 = 20;

/** A single slow run is never enough, however few runs were observed. */
const MIN_SLOW_RUNS = 2;

const SHARE = 0.95;
const SLOW: Reason = "slow_p95";

/**
 * Returns `reports`, with reports that passed changed to degraded in slots at which their location's percentile is above the
 * limit.
 *
 * Windows of which less than half was observed, or with a single slow run, are not judged. Consecutive runs that were not ok
 * are left out: the verdict shows them while they last, but the window would still count them afterwards.
 */
export function degradeSlow(
  reports: readonly LocationReport[],
  { limitMs, windowMs }: SlowP95,
  periodMs: number,
): LocationReport[] {
  const minRuns = windowMs / periodMs / 2;
  return [...Map.groupBy(reports, ({ location }) => location).values()].flatMap((ofLocation) => {
    const seen = ofLocation
      .filter(({ result }) => result !== "prober_error")
      .toSorted((a, b) => a.slotMs - b.slotMs);
    const isOk = (at: number): boolean => seen[at]?.result === "ok";
    const counted = seen.filter(
      ({ result }, at) =>
        result === "ok" ||
        (result === "degraded" &&
          (at === 0 || isOk(at - 1)) &&
          (at === seen.length - 1 || isOk(at + 1))),
    );
    return ofLocation.map((report) => {
      const { slotMs, result } = report;
      const inWindow = counted.filter(
        (run) => run.slotMs > slotMs - windowMs && run.slotMs <= slotMs,
      );
      if (result !== "ok" || inWindow.length < minRuns) return report;
      const took = inWindow.map(({ startedAtMs, endedAtMs }) => endedAtMs - startedAtMs);
      const isSlow =
        took.filter((ms) => ms > limitMs).length >= MIN_SLOW_RUNS &&
        (percentile(took, SHARE) ?? 0) > limitMs;
      return isSlow ? { ...report, result: "degraded", reason: SLOW } : report;
    });
  });
}
