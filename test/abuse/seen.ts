import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../kit/table.ts";

/** What others have seen, in milliseconds; Infinity where one was refused. */
export interface Seen {
  /** Of small requests, of which there are a hundred in a second, 99 of 100 were answered in this time. */
  readonly smallP99Ms: number;
  /** Of the large ones, of which there are ten to twenty, 9 of 10: a clip of 9 s, a page, all figures. */
  readonly largeMs: number;
  /** Of the first bytes of speech, 9 of 10; undefined where there are none. */
  readonly firstByteMs?: number;
}

/** How an ordinary client asks for one thing: resolves with whether it was answered, or with the milliseconds that count. */
export type Ask = () => Promise<number | boolean>;

const BETWEEN_MS = { small: 10, large: 500 };

/** Asks for everything as long as `until` is not over. */
export async function lookOn(
  asks: { readonly small: Ask; readonly large: Ask; readonly firstByte?: Ask },
  until: AbortSignal,
): Promise<Seen> {
  const [smalls, larges, firstBytes] = await Promise.all([
    times(asks.small, BETWEEN_MS.small, until),
    times(asks.large, BETWEEN_MS.large, until),
    asks.firstByte && times(asks.firstByte, BETWEEN_MS.large, until),
  ]);
  return {
    smallP99Ms: quantile(smalls, 0.99),
    largeMs: ofFew(larges),
    ...(firstBytes && { firstByteMs: ofFew(firstBytes) }),
  };
}

/**
 * Returns what 9 of 10 of a dozen requests do not exceed: the slowest one says how busy the machine was, as runs without an
 * attack show. None may be refused.
 */
function ofFew(found: readonly number[]): number {
  return found.includes(Infinity) ? Infinity : quantile(found, 0.9);
}

/** Returns an ask that is answered when the whole answer has come, and it is none of a refusal. */
export function wholeAnswer(fetched: () => Promise<Response>): Ask {
  return async () => {
    const answer = await fetched();
    await answer.arrayBuffer();
    return answer.ok;
  };
}

/** Milliseconds of each; Infinity of one that was refused, or whose connection was. */
async function times(ask: Ask, betweenMs: number, until: AbortSignal): Promise<readonly number[]> {
  const found: number[] = [];
  do {
    const startedMs = performance.now();
    const answer = await ask().catch(() => false);
    const elapsedMs = performance.now() - startedMs;
    found.push(typeof answer === "number" ? answer : answer ? elapsedMs : Infinity);
    await sleep(betweenMs);
  } while (!until.aborted);
  return found;
}
