import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "./work.ts";

/** A request that was let in, by the clock of `performance.now`. */
export interface Admitted {
  readonly fromMs: number;
  readonly untilMs: number;
  /** The client's waiting time. */
  readonly ms: number;
}

/** A client that was refused at first. */
export interface Refused {
  readonly atMs: number;
  readonly reportedSeconds: number;
  /** When the request was sent that was let in. */
  readonly admittedAtMs: number;
  /** Number of refusals. */
  readonly times: number;
}

export interface Seen {
  readonly admitted: readonly Admitted[];
  readonly refused: readonly Refused[];
}

/** A client that is refused more often than this is not let in for long. */
const MAX_REFUSALS = 20;

/** Lets so many clients ask at the same moment; each that is refused waits as long as it is told, and asks again. */
export async function wave(clients: number, ask: () => Promise<Outcome>): Promise<Seen> {
  const admitted: Admitted[] = [];
  const refused: Refused[] = [];
  const client = async (): Promise<void> => {
    let first: { readonly atMs: number; readonly reportedSeconds: number } | undefined;
    for (let times = 0; times < MAX_REFUSALS; times += 1) {
      const fromMs = performance.now();
      const outcome = await ask();
      const untilMs = performance.now();
      if (outcome.type === "admitted") {
        admitted.push({ fromMs, untilMs, ms: outcome.ms });
        if (first !== undefined) refused.push({ ...first, admittedAtMs: fromMs, times });
        return;
      }
      first ??= { atMs: untilMs, reportedSeconds: outcome.retryAfterSeconds };
      await sleep(outcome.retryAfterSeconds * 1000);
    }
    if (first !== undefined)
      refused.push({ ...first, admittedAtMs: Infinity, times: MAX_REFUSALS });
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { admitted, refused };
}

/**
 * Counts how many of so many that ask at the same moment are let in, and waits until none of the others is expected again. What
 * ends while they ask makes room for a few more.
 */
export async function placesFor(clients: number, ask: () => Promise<Outcome>): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: clients }, ask));
  const refused = outcomes.filter((one) => one.type === "refused");
  const longestSeconds = Math.max(0, ...refused.map(({ retryAfterSeconds }) => retryAfterSeconds));
  await sleep(longestSeconds * 1000);
  return clients - refused.length;
}
