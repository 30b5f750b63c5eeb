import type { Logger } from "pino";
import type { Database } from "#migrations/status/schema.ts";
import { within } from "#database/within.ts";
import {
  type RequestedRunOutcome,
  finishRequestedRun,
  readWaitingRuns,
  takeRequestedRun,
} from "#monitor/store/requested-runs.ts";
import type { EvidenceKeeper } from "../evidence/evidence-keeper.ts";
import { evidenceInDatabase } from "../evidence/evidence-reading.ts";
import { replayInput } from "../evidence/replay-input.ts";
import type { CheckConfiguration } from "../monitor-file/configuration.ts";
import {
  type Attempt,
  maxRunMs,
  runAttempt,
  runCheck,
  type RunEnvironment,
} from "../run/run-check.ts";
import type { BackgroundTasks } from "../schedule/background-tasks.ts";

/** A check as it is configured now, with its run environment. */
export interface Runnable {
  readonly check: CheckConfiguration;
  readonly environment: RunEnvironment;
}

interface RequestedRunsOptions {
  readonly db: Database;
  /** `probers.id` */
  readonly prober: string;
  readonly location: string;
  readonly evidence: EvidenceKeeper;
  readonly tasks: BackgroundTasks;
  readonly log: Logger;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  /** Undefined for a check that this prober does not have. */
  readonly runnable: (checkId: string) => Runnable | undefined;
}

type Waiting = Awaited<ReturnType<typeof readWaitingRuns>>[number];

const DATABASE_LIMIT_MS = 8_000;

/**
 * Runs checks on request in the same way as in their slots. A result is shown only to the people who requested it: it is no
 * observation, affects no status and appears in no metric.
 */
export class RequestedRuns {
  readonly #options: RequestedRunsOptions;

  constructor(options: RequestedRunsOptions) {
    this.#options = options;
  }

  /** Takes the requests that wait for this location and that no other prober has taken, and starts their runs. */
  async takeWaiting(nowMs: number): Promise<void> {
    const { db, location, tasks } = this.#options;
    const waiting = await within(DATABASE_LIMIT_MS, readWaitingRuns(db, location, nowMs));
    for (const request of waiting) {
      const runnable = this.#options.runnable(request.checkId);
      if (!(await this.#take(request, runnable, nowMs))) continue;
      void tasks.start(`a run of ${request.checkId} that was asked for`, () =>
        this.#run(request, runnable),
      );
    }
  }

  async #take({ id }: Waiting, runnable: Runnable | undefined, nowMs: number): Promise<boolean> {
    const { db, prober } = this.#options;
    const runMs = runnable === undefined ? 0 : maxRunMs(runnable.check);
    // After the run its evidence is stored, then its result.
    const endsByMs = nowMs + runMs + 2 * DATABASE_LIMIT_MS;
    return within(DATABASE_LIMIT_MS, takeRequestedRun(db, id, { prober, nowMs, endsByMs }));
  }

  async #run(request: Waiting, runnable: Runnable | undefined): Promise<void> {
    const { db, log, now } = this.#options;
    log.info(
      { check: request.checkId, requestedRun: request.id },
      "a run that was asked for begins",
    );
    const outcome = await this.#outcomeOf(request, runnable).catch((error: unknown) =>
      notRun(error instanceof Error ? error.message : String(error)),
    );
    await within(DATABASE_LIMIT_MS, finishRequestedRun(db, request.id, outcome, now()));
  }

  async #outcomeOf(request: Waiting, runnable: Runnable | undefined): Promise<RequestedRunOutcome> {
    if (runnable === undefined) {
      return notRun(`the monitor file of this prober has no check ${request.checkId}`);
    }
    const { check, environment } = runnable;
    const startedMs = this.#options.now();
    let attempts: readonly Attempt[];
    try {
      attempts =
        request.replays === null
          ? await runCheck(check, startedMs, environment)
          : [await this.#replay(request.replays, runnable)];
    } catch (error) {
      if (environment.stopping.aborted) return notRun("the prober was stopped meanwhile");
      throw error;
    }
    const { observation } = attempts.at(-1)!;
    return { ...observation, evidenceId: await this.#keep(check, startedMs, attempts) };
  }

  async #replay(id: string, { check, environment }: Runnable): Promise<Attempt> {
    const { db } = this.#options;
    // The database stays open: it is the prober's.
    await using source = evidenceInDatabase({ db, close: () => Promise.resolve() });
    const kept = await within(DATABASE_LIMIT_MS, source.read(id));
    if (kept === undefined) throw new Error(`the run ${id} is not kept any more`);
    return runAttempt(check, await replayInput(source, kept), environment);
  }

  /** Keeps evidence; returns null when that fails, since the result is reported anyway. */
  async #keep(
    check: CheckConfiguration,
    startedMs: number,
    attempts: readonly Attempt[],
  ): Promise<string | null> {
    const { evidence, log } = this.#options;
    return evidence.keepRequest(check, startedMs, attempts).catch((error: unknown) => {
      log.warn({ err: error, check: check.id }, "evidence of a run that was asked for is not kept");
      return null;
    });
  }
}

/** Returns the outcome that is reported for a run that could not be made. */
function notRun(message: string): RequestedRunOutcome {
  return {
    result: "prober_error",
    reason: null,
    message,
    attempt: 1,
    durationMs: 0,
    phases: {},
    measures: {},
    evidenceId: null,
  };
}
