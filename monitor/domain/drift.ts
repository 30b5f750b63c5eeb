/** Detects when measures of runs have drifted from their baseline, long before a limit is exceeded. */

/** How a measure varies from run to run: an error ratio as counts do, a duration by factors. */
export type DriftKind = "errors" | "duration";

/** The state of the detector for one measure of one check, at one location and for one clip. */
export interface DriftState {
  /** The number of runs from which the baseline was learned, and the sums of their values and of the squares. */
  readonly learned: number;
  readonly sum: number;
  readonly sumOfSquares: number;
  /** By how many nats a worse level explains the runs since `risingSinceMs` better than the baseline. */
  readonly score: number;
  /** The slot since which the score is above 0; null while it is 0. */
  readonly risingSinceMs: number | null;
  /** The number of runs since then. */
  readonly risingRuns: number;
  readonly isDrifting: boolean;
}

/** Parameters of the detector: Page's cumulative sum (CUSUM) of log-likelihood ratios. */
export const DRIFT_RULES = {
  /** The number of runs that define the baseline. */
  learnedRuns: 400,
  /** A drift begins at a score of `begins` reached over at least `minRuns`, and ends at `ends`; `max` caps the score. */
  score: { begins: 13, ends: 5, max: 20 },
  minRuns: 5,
  /** A drift that lasts for this many runs becomes the new baseline. */
  maxRuns: 5_000,
  /** The factors by which the worse level, with which runs are compared, exceeds the baseline. */
  errorFactor: 2,
  durationFactor: 1.25,
};

/** Minimum baseline of the error ratio: with rarer errors, one in a hundred runs would be a drift. */
const MIN_ERROR_RATIO = 0.005;
/** Minimum spread, so that one error weighs at most as much as in a text of twenty words. */
const MIN_ERROR_SPREAD = 0.05;
/** Minimum standard deviation of the logarithm of a duration. */
const MIN_DEVIATION = 0.1;
/** The maximum number of standard deviations from the baseline that one run counts for. */
const MAX_DEVIATIONS = 3;

export const UNKNOWN_LEVEL: DriftState = {
  learned: 0,
  sum: 0,
  sumOfSquares: 0,
  score: 0,
  risingSinceMs: null,
  risingRuns: 0,
  isDrifting: false,
};

/** Returns the state after one more run, whose value is an error ratio from 0 (may exceed 1), or a duration in ms above 0. */
export function afterRun(
  state: DriftState,
  kind: DriftKind,
  run: { readonly slotMs: number; readonly value: number },
): DriftState {
  const value = kind === "duration" ? Math.log(run.value) : run.value;
  if (state.learned < DRIFT_RULES.learnedRuns) return learn(state, value);
  if (state.isDrifting && state.risingRuns >= DRIFT_RULES.maxRuns)
    return learn(UNKNOWN_LEVEL, value);
  const { begins, ends, max } = DRIFT_RULES.score;
  const score = Math.min(Math.max(0, state.score + evidence(state, kind, value)), max);
  if (score === 0) {
    return { ...state, score, risingSinceMs: null, risingRuns: 0, isDrifting: false };
  }
  const risingRuns = state.risingRuns + 1;
  const isDrifting = state.isDrifting
    ? score > ends
    : score >= begins && risingRuns >= DRIFT_RULES.minRuns;
  return {
    ...state,
    score,
    risingSinceMs: state.risingSinceMs ?? run.slotMs,
    risingRuns,
    isDrifting,
  };
}

function learn(state: DriftState, value: number): DriftState {
  return {
    ...state,
    learned: state.learned + 1,
    sum: state.sum + value,
    sumOfSquares: state.sumOfSquares + value ** 2,
  };
}

/** Returns the log-likelihood ratio of a value: at the worse level against at the baseline. */
function evidence(state: DriftState, kind: DriftKind, value: number): number {
  const mean = state.sum / state.learned;
  const variance = Math.max(0, state.sumOfSquares / state.learned - mean ** 2);
  return kind === "errors"
    ? evidenceOfErrors(value, mean, variance)
    : evidenceOfDuration(value, mean, variance);
}

/** Models errors as counts whose variance is a multiple of their mean (quasi-Poisson). */
function evidenceOfErrors(ratio: number, mean: number, variance: number): number {
  const expected = Math.max(mean, MIN_ERROR_RATIO);
  const spread = Math.max(variance / expected, MIN_ERROR_SPREAD);
  const factor = DRIFT_RULES.errorFactor;
  return (ratio * Math.log(factor) - expected * (factor - 1)) / spread;
}

/** Models the logarithms of durations as a normal distribution. */
function evidenceOfDuration(logarithm: number, mean: number, variance: number): number {
  const deviation = Math.max(Math.sqrt(variance), MIN_DEVIATION);
  const shift = Math.max(1, Math.log(DRIFT_RULES.durationFactor) / deviation);
  const away = (logarithm - mean) / deviation;
  const bounded = Math.min(Math.max(away, -MAX_DEVIATIONS), MAX_DEVIATIONS);
  return shift * bounded - shift ** 2 / 2;
}
