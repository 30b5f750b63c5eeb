import { countedTime, type DowntimeWeights, type Durations } from "./uptime.ts";

/** The downtime that an objective allows in a period, and what is left of it, which is negative once it is exceeded. */
export interface ErrorBudget {
  readonly wholeMs: number;
  readonly leftMs: number;
}

/**
 * Returns the budget of an objective, in percent with up to three decimals, for the time of `durations` and the `aheadMs` still
 * to come, all of which counts. Once nothing is ahead, the rest is at least 0 exactly when the uptime reaches the objective.
 */
export function errorBudget(
  durations: Durations,
  weights: DowntimeWeights,
  objective: number,
  aheadMs: number,
): ErrorBudget {
  const { counted, lost } = countedTime(durations, weights);
  const allowed = 100_000n - BigInt(Math.round(objective * 1000));
  const whole = ((counted + BigInt(aheadMs) * 1000n) * allowed) / 100_000n;
  return { wholeMs: wholeMilliseconds(whole), leftMs: wholeMilliseconds(whole - lost) };
}

function wholeMilliseconds(thousandths: bigint): number {
  return Math.floor(Number(thousandths) / 1000);
}
