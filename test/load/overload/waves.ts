import { setTimeout as sleep } from "node:timers/promises";
import type { Asked } from "./work.ts";

/** A request that was let in, by the clock of `performance.now`. */
export interface Admitted {
  readonly fromMs: number;
  readonly untilMs: number;
  /** How long its client waited for what it waits for. */
  readonly ms: number;
}

/** A client that was refused at first. */
export interface Refused {
  readonly atMs: number;
  readonly toldSeconds: number;
  /** When the request was sent that was let in. */
  readonly admittedAtMs: number;
  /** How often it was refused. */
  readonly times: number;
}

export interface Seen {
  readonly admitted: readonly Admitted[];
  readonly refused: readonly Refused[];
}

/** A client that is refused more often than this is not let in for long. */
const MOST_REFUSALS = 20;

/** Lets so many clients ask at the same moment; each that is refused waits as long as it is told, and asks again. */
export async function wave(clients: number, ask: () => Promise<Asked>): Promise<Seen> {
  const admitted: Admitted[] = [];
  const refused: Refused[] = [];
  const client = async (): Promise<void> => {
    let first: { readonly atMs: number; readonly toldSeconds: number } | undefined;
    for (let times = 0; times < MOST_REFUSALS; times += 1) {
      const fromMs = performance.now();
      const asked = await ask();
      const untilMs = performance.now();
      if (asked.type === "admitted") {
        admitted.push({ fromMs, untilMs, ms: asked.ms });
        if (first !== undefined) refused.push({ ...first, admittedAtMs: fromMs, times });
        return;
      }
      first ??= { atMs: untilMs, toldSeconds: asked.retryAfterSeconds };
      await sleep(asked.retryAfterSeconds * 1000);
    }
    if (first !== undefined)
      refused.push({ ...first, admittedAtMs: Infinity, times: MOST_REFUSALS });
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { admitted, refused };
}

/**
 * Counts how many of so many that ask at the same moment are let in, and waits until none of the others is expected again. What
 * ends while they ask makes room for a few more.
 */
export async function placesFor(clients: number, ask: () => Promise<Asked>): Promise<number> {
  const asked = await Promise.all(Array.from({ length: clients }, ask));
  const refused = asked.filter((one) => one.type === "refused");
  const longestSeconds = Math.max(0, ...refused.map(({ retryAfterSeconds }) => retryAfterSeconds));
  await sleep(longestSeconds * 1000);
  return clients - refused.length;
}
