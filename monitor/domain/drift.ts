/** Tells when what runs measure has moved away from what it usually was, long before a limit is passed. */

/** How a measure varies from run to run: a share of errors as counts do, a duration by factors. */
export type DriftKind = "errors" | "duration";

/** What is known of one measure of one check, at one location and of one clip. */
export interface DriftState {
  /** Runs from which the usual level was learned, with the sums of their values and of those squared. */
  readonly learned: number;
  readonly sum: number;
  readonly sumOfSquares: number;
  /** By how many nats a worse level explains the runs since `risingSinceMs` better than the usual one. */
  readonly score: number;
  /** The slot since which the score is above 0; null while it is 0. */
  readonly risingSinceMs: number | null;
  /** Runs since then. */
  readonly risingRuns: number;
  readonly isDrifting: boolean;
}

/** What a drift is measured by: Page's cumulative sum (CUSUM) of logarithms of likelihood ratios. */
export const DRIFT_RULES = {
  /** Runs that say what is usual. */
  learnedRuns: 400,
  /** A drift begins at this score, which so many runs made at least, and is over at that one; the score goes no higher than `most`. */
  score: { begins: 13, ends: 5, most: 20 },
  minRuns: 5,
  /** A drift that has lasted for so many runs is what is usual from then on. */
  maxRuns: 5_000,
  /** How much worse the level is that runs are compared with. */
  errorFactor: 2,
  durationFactor: 1.25,
};

/** Rarer errors than these are taken for so many: one in a hundred runs would be a drift. */
const MIN_ERROR_RATIO = 0.005;
/** One error weighs at most as in a text of twenty words. */
const MIN_ERROR_SPREAD = 0.05;
/** Of the logarithm of a duration: steadier ones are taken for that steady. */
const MIN_DEVIATION = 0.1;
/** One run counts as no more standard deviations from the level than this. */
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

/** Returns what is known after one more run: a share of errors, 0 to 1 and more, or a duration in milliseconds above 0. */
export function afterRun(
  state: DriftState,
  kind: DriftKind,
  run: { readonly slotMs: number; readonly value: number },
): DriftState {
  const value = kind === "duration" ? Math.log(run.value) : run.value;
  if (state.learned < DRIFT_RULES.learnedRuns) return learn(state, value);
  if (state.isDrifting && state.risingRuns >= DRIFT_RULES.maxRuns)
    return learn(UNKNOWN_LEVEL, value);
  const { begins, ends, most } = DRIFT_RULES.score;
  const score = Math.min(Math.max(0, state.score + evidence(state, kind, value)), most);
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

/** Returns the logarithm of how much likelier a value is at the worse level than at the usual one. */
function evidence(state: DriftState, kind: DriftKind, value: number): number {
  const mean = state.sum / state.learned;
  const variance = Math.max(0, state.sumOfSquares / state.learned - mean ** 2);
  return kind === "errors"
    ? evidenceOfErrors(value, mean, variance)
    : evidenceOfDuration(value, mean, variance);
}

/** Counts whose variance is a multiple of their mean (quasi-Poisson). */
function evidenceOfErrors(ratio: number, mean: number, variance: number): number {
  const usual = Math.max(mean, MIN_ERROR_RATIO);
  const spread = Math.max(variance / usual, MIN_ERROR_SPREAD);
  const factor = DRIFT_RULES.errorFactor;
  return (ratio * Math.log(factor) - usual * (factor - 1)) / spread;
}

/** A normal distribution of the logarithms. */
function evidenceOfDuration(logarithm: number, mean: number, variance: number): number {
  const deviation = Math.max(Math.sqrt(variance), MIN_DEVIATION);
  const shift = Math.max(1, Math.log(DRIFT_RULES.durationFactor) / deviation);
  const away = (logarithm - mean) / deviation;
  const bounded = Math.min(Math.max(away, -MAX_DEVIATIONS), MAX_DEVIATIONS);
  return shift * bounded - shift ** 2 / 2;
}
