import { HOUR_MS } from "#units/time.ts";
import { percentile } from "#monitor/domain/percentile.ts";
import type { CheckRuns } from "#monitor/store/runs.ts";

/** The runs of one check at one location as a chart draws them: one value for each slot, null where nothing was measured. */
export interface CheckRunsView {
  readonly id: string;
  readonly location: string;
  /** The first slot, epoch milliseconds; slots are contiguous. */
  readonly fromMs: number;
  readonly stepMs: number;
  /** Durations of passed runs in ms. */
  readonly durationMs: readonly (number | null)[];
  /** The slots of failed runs, epoch milliseconds. */
  readonly failedMs: readonly number[];
  /**
   * Word error rate (errors over words said), 0 to 1 and more; of synthesized speech where `heard`; null for checks without
   * words.
   */
  readonly wordError: {
    readonly heard: boolean;
    readonly values: readonly (number | null)[];
  } | null;
}

/** The current figures of a check, from the runs of the last hour. */
export interface PresentView {
  readonly id: string;
  readonly location: string;
  /** Durations of passed runs in ms; null when none passed. */
  readonly durationMs: { readonly p50: number; readonly p95: number } | null;
  /** The mean word error rate (errors over words said); null where no words were compared. */
  readonly wordError: number | null;
}

/** Returns the time from which `presentView` needs runs at `nowMs`; it is the same during an hour. */
export function presentStartMs(nowMs: number): number {
  return (Math.floor(nowMs / HOUR_MS) - 1) * HOUR_MS;
}

/**
 * Returns the runs from `sinceMs` to `nowMs` for charts. A chart begins with the first run, so that the first minutes are
 * visible, and spans an hour at least.
 */
export function runsView(
  series: readonly CheckRuns[],
  sinceMs: number,
  nowMs: number,
): CheckRunsView[] {
  return series.map(({ checkId, location, periodSeconds, runs }) => {
    const stepMs = periodSeconds * 1000;
    const slotOf = (atMs: number): number => Math.floor(atMs / stepMs) * stepMs;
    const firstMs = runs[0]?.slotMs ?? nowMs;
    const fromMs = slotOf(Math.max(sinceMs, Math.min(firstMs, nowMs - HOUR_MS)));
    const runOf = new Map(runs.map((run) => [slotOf(run.slotMs), run]));
    const slots = Array.from(
      { length: (slotOf(nowMs) - fromMs) / stepMs + 1 },
      (_, index) => runOf.get(fromMs + index * stepMs) ?? null,
    );
    const heard = runs.some(({ heardWordError }) => heardWordError !== null);
    const compares = heard || runs.some(({ wordError }) => wordError !== null);
    return {
      id: checkId,
      location,
      fromMs,
      stepMs,
      durationMs: slots.map((run) => rounded(run?.durationMs ?? null, 0)),
      failedMs: slots.flatMap((run) => (run?.hasFailed ? slotOf(run.slotMs) : [])),
      wordError: compares
        ? { heard, values: slots.map((run) => rounded(run && wordErrorOf(run), 4)) }
        : null,
    };
  });
}

/** Returns the figures of checks in the hour before `nowMs`, without those that did not run in it. */
export function presentView(series: readonly CheckRuns[], nowMs: number): PresentView[] {
  return series.flatMap(({ checkId, location, runs }) => {
    const recent = runs.filter(({ slotMs }) => slotMs > nowMs - HOUR_MS);
    if (recent.length === 0) return [];
    const durations = recent.flatMap(({ durationMs }) => durationMs ?? []);
    const p50 = rounded(percentile(durations, 0.5), 1);
    const p95 = rounded(percentile(durations, 0.95), 1);
    const wordErrors = recent.flatMap((run) => wordErrorOf(run) ?? []);
    const sum = wordErrors.reduce((all, value) => all + value, 0);
    return [
      {
        id: checkId,
        location,
        durationMs: p50 === null || p95 === null ? null : { p50, p95 },
        wordError: wordErrors.length === 0 ? null : rounded(sum / wordErrors.length, 4),
      },
    ];
  });
}

function wordErrorOf({ wordError, heardWordError }: CheckRuns["runs"][number]): number | null {
  return heardWordError ?? wordError;
}

/** Rounds to what charts show: further decimals would be most of the data that is sent. */
function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : Number(value.toFixed(decimals));
}
