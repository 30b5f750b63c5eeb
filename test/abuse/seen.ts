import { setTimeout as sleep } from "node:timers/promises";

/** What others have seen, in milliseconds; Infinity where one was refused. */
export interface Seen {
  /** Of small requests, of which there are a hundred in a second, 99 of 100 were answered in this time. */
  readonly smallP99Ms: number;
  /** The slowest of the large ones: a clip of 9 s, a page, all figures. */
  readonly largeMs: number;
  /** The slowest first byte of speech; undefined where there is none. */
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
    smallP99Ms: smalls.toSorted((a, b) => a - b)[Math.floor(smalls.length * 0.99)] ?? Infinity,
    largeMs: Math.max(...larges),
    ...(firstBytes && { firstByteMs: Math.max(...firstBytes) }),
  };
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
