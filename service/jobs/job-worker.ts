import { isServerFault } from "#runtime/server-fault.ts";
import { MINUTE_MS } from "#units/time.ts";
import type { Logger } from "pino";
import { startRecurring } from "#runtime/recurring.ts";
import { ApiError } from "../contract/errors.ts";
import { LIMITS } from "../contract/limits.ts";
import { afterFailure } from "./after-failure.ts";
import type { JobEnd, JobProgress, TakenJob } from "./job.ts";
import { LEASE_SECONDS, LOOK_EVERY_MS } from "./job-store.ts";
import { JobDeleted, transcribeJob, type JobServices } from "./transcribe-job.ts";

/** How the work at a job ended: with the job, with its deletion, or so that it is done again. */
export type JobOutcome = "succeeded" | "failed" | "deleted" | "again";

export interface WorkerOptions extends JobServices {
  /** Whether this process alone has the database, and has to tidy it up. */
  readonly isEmbedded: boolean;
  /** Maximum number of jobs that this process works at. */
  readonly atOnce: number;
  /** Converts any error to the one that clients see. */
  readonly toApiError: (error: unknown) => ApiError;
  readonly onOutcome: (outcome: JobOutcome) => void;
  /** Called after a job has ended that may have a webhook. */
  readonly onEnd: () => void;
  readonly log: Logger;
}

/** Works at the jobs of the database, beside any number of other processes. */
export interface JobWorker extends AsyncDisposable {
  /** Looks for jobs at once. */
  readonly wake: () => void;
}

const SWEEP_EVERY_MS = MINUTE_MS;
const BEAT_EVERY_MS = (LEASE_SECONDS * 1000) / 5;

/** Starts a worker; disposing of it gives back the jobs that it works at, for another process or the next start. */
export function startJobWorker(options: WorkerOptions): JobWorker {
  const { jobs, isEmbedded, atOnce, onOutcome, log } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let isFailing = false;
  let sweptAtMs = -Infinity;
  let isUntidy = false;

  const begin = (job: TakenJob): void => {
    const work = workAt(job, options, stopping.signal)
      .then(onOutcome, (error: unknown) => {
        // Its lease ends, and it is taken again.
        log.warn({ err: error, job: job.id }, "a job could not be noted");
      })
      .finally(() => {
        isUntidy = true;
        running.delete(work);
        looking.wake();
      });
    running.add(work);
  };
  const sweep = async (): Promise<void> => {
    const nowMs = performance.now();
    if (nowMs - sweptAtMs < SWEEP_EVERY_MS) return;
    sweptAtMs = nowMs;
    await jobs.sweep();
    if (!isEmbedded || !isUntidy) return;
    isUntidy = false;
    await jobs.tidyEmbedded();
  };
  const look = async (): Promise<number> => {
    try {
      await sweep();
      while (!stopping.signal.aborted && running.size < atOnce) {
        const job = await jobs.take();
        if (job === undefined) break;
        begin(job);
      }
      isFailing = false;
    } catch (error) {
      // A lasting fault is logged once, not every time.
      if (!isFailing) log.warn({ err: error }, "jobs wait: the database cannot be reached");
      isFailing = true;
    }
    return LOOK_EVERY_MS;
  };
  const looking = startRecurring(look);

  return {
    wake: looking.wake,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await looking[Symbol.asyncDispose]();
      await Promise.all(running);
    },
  };
}

/** Works at a job until it has ended, was deleted or taken from this process, or is given back. */
async function workAt(
  job: TakenJob,
  options: WorkerOptions,
  stopping: AbortSignal,
): Promise<JobOutcome> {
  const { jobs, toApiError, onEnd, log } = options;
  const leaving = new AbortController();
  const progress: JobProgress = { transcribedSeconds: 0, durationSeconds: undefined };
  const beat = async (): Promise<void> => {
    const standing = await jobs.goOn(job, progress).catch(() => "held");
    if (standing === "deleted") leaving.abort(new JobDeleted());
    else if (standing === "lost") leaving.abort();
  };
  const beats = setInterval(() => void beat(), BEAT_EVERY_MS);
  let outcome: JobOutcome = "again";
  const end = async (ended: JobEnd): Promise<boolean> => {
    const isOurs = await jobs.end(job, ended);
    if (!isOurs) return false;
    outcome = ended.status;
    onEnd();
    // A recording that cannot be deleted now is deleted later by the sweep.
    await jobs.dropRecording(job.id).catch(() => undefined);
    return true;
  };
  const signal = AbortSignal.any([stopping, leaving.signal]);
  try {
    if (job.attempts > LIMITS.jobs.attempts) throw new ApiError("engine_error");
    await transcribeJob(job, options, { progress, signal, end });
  } catch (error) {
    if (leaving.signal.aborted) {
      return leaving.signal.reason instanceof JobDeleted ? "deleted" : "again";
    }
    const after = stopping.aborted
      ? ({ kind: "again", waitSeconds: 0, isCounted: false } as const)
      : afterFailure(error, job, Date.now());
    if (after.kind === "again") {
      if (!stopping.aborted) log.info({ job: job.id, err: error }, "a job is done again later");
      await jobs.giveBack(job, after.waitSeconds, after.isCounted);
    } else {
      const apiError = toApiError(error);
      if (isServerFault(apiError.kind.status)) {
        log.error(
          { job: job.id, code: apiError.code, err: apiError.cause ?? error },
          "a job failed",
        );
      }
      await end({ status: "failed", error: apiError });
    }
  } finally {
    clearInterval(beats);
  }
  return outcome;
}
