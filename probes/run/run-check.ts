import { setTimeout as sleep } from "node:timers/promises";
import type { ObservationMeasures, ObservationPhases } from "#migrations/status/schema.ts";
import { CONTROL_TIMEOUT_MS, type Controls } from "./controls.ts";
import type { CheckContext, SignInAccount } from "../check/context.ts";
import { CheckFailure, type Report } from "../check/report.ts";
import type { Observation } from "#monitor/domain/observation.ts";
import { fitLine, fitText } from "#monitor/domain/outside-text.ts";
import type { Reason } from "#monitor/domain/reason.ts";
import type { StallWatch } from "./stall-watch.ts";
import { Trace } from "../check/trace.ts";

/** One check with its options bound, ready to be run. */
export interface RunnableCheck {
  readonly id: string;
  /** It is run once in each slot of this length. */
  readonly periodMs: number;
  /** Timeout of one attempt. */
  readonly timeoutMs: number;
  /** An attempt that passes and takes longer is degraded. */
  readonly slowAfterMs?: number | undefined;
  readonly run: (context: CheckContext) => Promise<Report>;
}

/** Dependencies of a run, besides its check. */
export interface RunEnvironment {
  readonly apiKey: string;
  readonly account?: SignInAccount | undefined;
  readonly stallWatch: Pick<StallWatch, "longestSince">;
  /** Called after each failure to find out whether the prober's own network is to blame. */
  readonly controls?: Pick<Controls, "faultSince"> | undefined;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits between the two attempts, on any clock; rejects when the signal aborts. */
  readonly wait: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** Ends the run early, when the prober stops: the run then rejects. */
  readonly stopping: AbortSignal;
}

/** One attempt: its observation, and the trace of what it sent and received. */
export interface Attempt {
  readonly observation: Observation;
  readonly trace: Trace;
}

/** The inputs in which attempts of one check differ. */
export interface AttemptInput extends Pick<CheckContext, "seed" | "turn" | "replayed"> {
  /** 1, or 2 for the retry of a failure and for the confirmation of a recovery. */
  readonly number: number;
}

/** The results of a run that passed. */
export type PassedResult = Extract<Observation["result"], "ok" | "degraded">;

/** How long after a failed attempt the second one begins. */
export const RETRY_DELAY_MS = 2_000;

/** Maximum length of a message: about a page of a terminal. */
const MAX_MESSAGE_CHARACTERS = 2_000;

/** How long after a run that may end an outage the one begins that confirms it; a run with both takes no longer than a retry. */
const CONFIRM_DELAY_MS = RETRY_DELAY_MS + CONTROL_TIMEOUT_MS;

/** How long an aborted check may take to say how far it got. */
const ABORT_GRACE_MS = 100;

/** If this process stalled for longer than this during a failure, the failure is attributed to the prober. */
const MAX_STALL_MS = 1_000;

/**
 * Runs a check in one slot: once, and once more after two seconds when it failed, or after five when it passed and `isBetter`
 * says that something worse is published: a recovery does not wait for the next slot.
 *
 * Returns the attempts in order; the last one counts. Rejects only when the prober stops.
 */
export async function runCheck(
  check: RunnableCheck,
  slotMs: number,
  environment: RunEnvironment,
  isBetter: (result: PassedResult) => boolean = () => false,
): Promise<Attempt[]> {
  const { wait, stopping } = environment;
  const inputOf = (number: number): AttemptInput => ({
    number,
    seed: `${check.id}/${slotMs}/${number}`,
    turn: Math.floor(slotMs / check.periodMs),
  });
  const first = await attemptOnce(check, inputOf(1), environment);
  const { result } = first.observation;
  if (result === "ok" || result === "degraded") {
    if (!isBetter(result)) return [first];
    await wait(CONFIRM_DELAY_MS, stopping);
    return [first, await runAttempt(check, inputOf(2), environment)];
  }
  // The result of the controls is known when the second attempt begins.
  const [judged] = await Promise.all([
    askControls(first, environment),
    wait(RETRY_DELAY_MS, stopping),
  ]);
  return [judged, await runAttempt(check, inputOf(2), environment)];
}

/** Runs a check once, without a retry. Rejects only when the prober stops. */
export async function runAttempt(
  check: RunnableCheck,
  input: AttemptInput,
  environment: RunEnvironment,
): Promise<Attempt> {
  return askControls(await attemptOnce(check, input, environment), environment);
}

/** Returns the maximum duration of a run of a check in milliseconds, including its retry and the controls. */
export function maxRunMs({ timeoutMs }: Pick<RunnableCheck, "timeoutMs">): number {
  return 2 * (timeoutMs + ABORT_GRACE_MS + CONTROL_TIMEOUT_MS) + RETRY_DELAY_MS;
}

/** Waits on the monotonic clock; rejects when the signal aborts. */
export async function waitOnTheClock(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, { signal });
}

async function attemptOnce(
  check: RunnableCheck,
  { number, seed, turn, replayed }: AttemptInput,
  { apiKey, account, stallWatch, now, stopping }: RunEnvironment,
): Promise<Attempt> {
  stopping.throwIfAborted();
  const startedAtMs = now();
  const trace = new Trace(seed);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), check.timeoutMs);
  const signal = AbortSignal.any([timeout.signal, stopping]);
  const context = { signal, trace, apiKey, account, seed, turn, replayed };
  const found = await untilAborted(check.run(context), signal)
    .catch(failureOf)
    .finally(() => clearTimeout(timer));
  stopping.throwIfAborted();
  const durationMs = performance.now() - trace.startedMs - (found.elsewhereMs ?? 0);
  const stallMs = stallWatch.longestSince(trace.startedMs);
  const judged =
    found.result === "failed" && stallMs > MAX_STALL_MS
      ? blameProber(found, "prober_stalled", `the prober stood still for ${Math.round(stallMs)} ms`)
      : orSlow(found, durationMs - stallMs, check);
  const observation = {
    result: judged.result,
    reason: judged.reason ?? null,
    // Texts and figures from targets are made safe here; all later code uses them as they are.
    message: judged.message === undefined ? null : fitLine(judged.message, MAX_MESSAGE_CHARACTERS),
    phases: finite(judged.phases),
    measures: finite<ObservationMeasures>({ ...judged.measures, ...certificateMeasure(trace) }),
    texts: fitTexts(judged.texts),
    clip: trace.input?.clip,
    startedAtMs,
    durationMs,
    attempt: number,
  };
  return { observation, trace };
}

/** Returns the figures that are finite: neither a database nor JSON takes others. */
function finite<Figures extends ObservationPhases | ObservationMeasures>(
  figures: Figures | undefined,
): Figures {
  const entries = Object.entries(figures ?? {}).filter(([, figure]) => Number.isFinite(figure));
  return Object.fromEntries(entries) as Figures;
}

function fitTexts(texts: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fitText(text)]));
}

/** Attributes a failure to the prober when a control shows that it is to blame. */
async function askControls(
  { observation, trace }: Attempt,
  { controls, stopping }: RunEnvironment,
): Promise<Attempt> {
  if (observation.result !== "failed" || controls === undefined) return { observation, trace };
  const fault = await controls.faultSince(trace.startedMs);
  stopping.throwIfAborted();
  if (fault === null) return { observation, trace };
  return {
    observation: { ...observation, ...blameProber(observation, fault.reason, fault.message) },
    trace,
  };
}

/** Degrades a passed result if the target took too long; `tookMs` does not include stalls of the prober itself. */
function orSlow(
  found: AttemptResult,
  tookMs: number,
  { slowAfterMs = Infinity }: RunnableCheck,
): AttemptResult {
  if (found.result !== "ok" || tookMs <= slowAfterMs) return found;
  const [took, limit] = [tookMs, slowAfterMs].map((ms) => (ms / 1000).toFixed(1));
  const message = `took ${took} s, and is slow after ${limit} s`;
  return { ...found, result: "degraded", reason: "slow_answer", message };
}

function certificateMeasure({ certificateExpiresAtMs }: Trace): ObservationMeasures {
  return certificateExpiresAtMs === undefined
    ? {}
    : { tls_expiry_timestamp_seconds: certificateExpiresAtMs / 1000 };
}

type AttemptResult = Omit<Report, "result"> & Pick<Observation, "result">;

/** Rejects after an abort, even if the check itself ignores the signal. */
async function untilAborted(report: Promise<Report>, signal: AbortSignal): Promise<AttemptResult> {
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

function failureOf(error: unknown): AttemptResult {
  if (error instanceof CheckFailure) {
    const { reason, message, phases, measures, texts, elsewhereMs } = error;
    return {
      // Limits of the prober's own account, or of its address, say nothing about the target.
      result: reason === "rate_limited" ? "prober_error" : "failed",
      reason,
      message,
      phases,
      measures,
      texts,
      elsewhereMs,
    };
  }
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { result: "prober_error", reason: "check_threw", message: detail };
}

function blameProber<Found extends { readonly message?: string | null }>(
  found: Found,
  reason: Reason,
  why: string,
) {
  const message = `${why}: ${found.message ?? ""}`;
  return { ...found, result: "prober_error" as const, reason, message };
}
