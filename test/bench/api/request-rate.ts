import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { processorSeconds } from "#service/engine/confinement/processor-time.ts";
import { median } from "../../kit/table.ts";

/** A route that is asked again and again. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The process that answers. */
  readonly pid: number;
  /** What it answers each time; 200 unless told otherwise. */
  readonly status?: 200 | 304;
}

/** How fast a route answers: requests per second, and microseconds of its process' time for one, without what it does unasked. */
export interface RequestRate {
  readonly perSecond: number;
  readonly microseconds: number;
}

/** So many that who asks is never done: waking it up would be counted as the work of a slower server. */
const CONNECTIONS = 64;
const WARM_UP_SECONDS = 3;
const ROUND_SECONDS = 4;
const ROUNDS = 5;
const IDLE_SECONDS = 5;

/** Asks routes in turns, so that what else the machine does slows all of them; returns the medians in their order. */
export async function requestRates(targets: readonly Target[]): Promise<readonly RequestRate[]> {
  for (const target of targets) await round(target, 0, WARM_UP_SECONDS);
  const idle = await Promise.all(targets.map(({ pid }) => idleShare(pid)));
  const rates: RequestRate[][] = targets.map(() => []);
  for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
    for (const [at, target] of targets.entries())
      rates[at]!.push(await round(target, idle[at] ?? 0, ROUND_SECONDS));
  }
  return rates.map((ofTarget) => ({
    perSecond: median(ofTarget.map(({ perSecond }) => perSecond)),
    microseconds: median(ofTarget.map(({ microseconds }) => microseconds)),
  }));
}

async function round(
  { url, headers, pid, status = 200 }: Target,
  idleShare: number,
  seconds: number,
): Promise<RequestRate> {
  const before = await processorSeconds(pid);
  const result = await autocannon({
    url,
    headers: { ...headers },
    connections: CONNECTIONS,
    duration: seconds,
  });
  const used = (await processorSeconds(pid)) - before - idleShare * result.duration;
  const { non2xx, errors, "2xx": succeeded, duration } = result;
  const answered = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  const others = succeeded + non2xx - answered;
  if (others > 0 || errors > 0 || answered === 0) {
    throw new Error(`${url}: ${answered} times ${status}, ${others} others, ${errors} errors`);
  }
  return { perSecond: answered / duration, microseconds: (1e6 * used) / answered };
}

/** What a process uses of a core while nobody asks it anything. */
async function idleShare(pid: number): Promise<number> {
  const before = await processorSeconds(pid);
  await sleep(IDLE_SECONDS * 1000);
  return ((await processorSeconds(pid)) - before) / IDLE_SECONDS;
}
