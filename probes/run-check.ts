import { setTimeout as sleep } from "node:timers/promises";

import {
  type CheckContext,
  CheckFailure,
  type Observation,
  type Report,
  type SignInAccount,
} from "./observation.ts";
import type { StallWatch } from "./stall-watch.ts";

/** One check with its options bound, ready to be run. */
export interface RunnableCheck {
  readonly id: string;
  /** Of one attempt. */
  readonly timeoutMs: number;
  readonly run: (context: CheckContext) => Promise<Report>;
}

/** What a run needs from its surroundings. */
export interface RunSurroundings {
  readonly apiKey: string;
  readonly account?: SignInAccount | undefined;
  readonly stallWatch: Pick<StallWatch, "longestSince">;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits between the two attempts, by whatever clock; rejects when the signal aborts. */
  readonly wait: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** Ends the run early, when the prober stops: the run then rejects. */
  readonly stopping: AbortSignal;
}

/** How long after a failed attempt the second one begins. */
export const RETRY_DELAY_MS = 2_000;

/** How long an aborted check may take to say how far it got. */
const ABORT_GRACE_MS = 100;

/** A failure during which this process stood still for longer is put down to the process. */
const MAX_STALL_MS = 1_000;

/**
 * Runs a check in one slot: once, and once more after two seconds when it failed.
 *
 * Returns the attempts in order; the last one counts. Rejects only when the prober stops.
 */
export async function runCheck(
  check: RunnableCheck,
  slotMs: number,
  surroundings: RunSurroundings,
): Promise<Observation[]> {
  const first = await attempt(check, slotMs, 1, surroundings);
  if (first.result === "ok" || first.result === "degraded") return [first];
  await surroundings.wait(RETRY_DELAY_MS, surroundings.stopping);
  return [first, await attempt(check, slotMs, 2, surroundings)];
}

/** Waits on the monotonic clock; rejects when the signal aborts. */
export async function waitOnTheClock(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, { signal });
}

async function attempt(
  check: RunnableCheck,
  slotMs: number,
  number: number,
  { apiKey, account, stallWatch, now, stopping }: RunSurroundings,
): Promise<Observation> {
  stopping.throwIfAborted();
  const startedAtMs = now();
  const startedMs = performance.now();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), check.timeoutMs);
  const signal = AbortSignal.any([timeout.signal, stopping]);
  const seed = `${check.id}/${slotMs}/${number}`;
  const found = await untilAborted(check.run({ signal, apiKey, account, seed }), signal)
    .catch(failureOf)
    .finally(() => clearTimeout(timer));
  stopping.throwIfAborted();
  const durationMs = performance.now() - startedMs;
  const stallMs = stallWatch.longestSince(startedMs);
  const judged =
    found.result === "failed" && stallMs > MAX_STALL_MS ? blameProber(found, stallMs) : found;
  return {
    result: judged.result,
    reason: judged.reason ?? null,
    message: judged.message ?? null,
    phases: judged.phases ?? {},
    measures: judged.measures ?? {},
    texts: judged.texts ?? {},
    startedAtMs,
    durationMs,
    attempt: number,
  };
}

type Finding = Omit<Report, "result"> & Pick<Observation, "result">;

/** Ends a check that does not listen to its signal itself. */
async function untilAborted(report: Promise<Report>, signal: AbortSignal): Promise<Finding> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void =>
    aborted.reject(new CheckFailure("timeout", "not done within the check's timeout"));
  // A little later, so that a check that does listen can still say how far it got.
  const listener = (): void => void setTimeout(abort, ABORT_GRACE_MS);
  signal.addEventListener("abort", listener, { once: true });
  try {
    return await Promise.race([report, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", listener);
  }
}

function failureOf(error: unknown): Finding {
  if (error instanceof CheckFailure) {
    const { reason, message, phases, measures, texts } = error;
    return { result: "failed", reason, message, phases, measures, texts };
  }
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { result: "prober_error", reason: "check_threw", message: detail };
}

function blameProber(found: Finding, stallMs: number): Finding {
  const stood = `the prober stood still for ${Math.round(stallMs)} ms`;
  return {
    ...found,
    result: "prober_error",
    reason: "prober_stalled",
    message: `${stood}: ${found.message ?? ""}`,
  };
}
