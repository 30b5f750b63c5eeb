import { percentile } from "#monitor/domain/percentile.ts";
import type { CheckRuns } from "#monitor/store/runs.ts";

const HOUR_MS = 3_600_000;

/** The runs of one check at one location as a chart draws them: one value for each slot, null where nothing was measured. */
export interface CheckRunsView {
  readonly id: string;
  readonly location: string;
  /** The first slot, epoch milliseconds; the slots touch. */
  readonly fromMs: number;
  readonly stepMs: number;
  /** Milliseconds of the runs that passed. */
  readonly durationMs: readonly (number | null)[];
  /** The slots whose runs failed. */
  readonly failedMs: readonly number[];
  /** Word errors over words said, 0 to 1 and more; of what was synthesized when `heard`; null for checks without words. */
  readonly wordError: {
    readonly heard: boolean;
    readonly values: readonly (number | null)[];
  } | null;
}

/** How a check is at present: of the runs of the last hour. */
export interface PresentView {
  readonly id: string;
  readonly location: string;
  /** Milliseconds of the runs that passed; null when none did. */
  readonly durationMs: { readonly p50: number; readonly p95: number } | null;
  /** The mean of word errors over words said; null where no words were compared. */
  readonly wordError: number | null;
}

/** Returns from when runs are needed to tell how checks are at `nowMs`; the same for all moments of an hour. */
export function presentStartMs(nowMs: number): number {
  return (Math.floor(nowMs / HOUR_MS) - 1) * HOUR_MS;
}

/**
 * Renders the runs since `sinceMs` as charts draw them until `nowMs`. A chart begins with the first run, so that the first
 * minutes are seen, and spans an hour at least.
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

/** Tells how checks are at `nowMs`; of those that did not run in the last hour, nothing. */
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

/** Charts show no more decimals, and they would be most of what is sent. */
function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : Number(value.toFixed(decimals));
}
