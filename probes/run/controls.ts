import { CheckFailure, type Report } from "../check/report.ts";
import type { CheckContext } from "../check/context.ts";
import type { Reason } from "#monitor/domain/reason.ts";
import { Trace } from "../check/trace.ts";

/** A check whose outcome is known beforehand, unless the prober's own network is at fault. */
export interface Control {
  readonly id: string;
  readonly expect: "pass" | "fail";
  readonly run: (context: CheckContext) => Promise<Report>;
}

/** Why a failure is the prober's own. */
interface ProberFault {
  readonly reason: Reason;
  /** One line that names the control. */
  readonly message: string;
}

/** The database that results are stored in. */
interface OwnDatabase {
  /** Whether it was away at any moment since `monotonicMs`, or is now. */
  wasAwaySince(monotonicMs: number): Promise<boolean>;
}

const CUT_OFF: ProberFault = {
  reason: "prober_offline",
  message: "the database was away at the same time, and no control outside is named",
};

/** Timeout of one control; one that is not done by then has failed. */
export const CONTROL_TIMEOUT_MS = 3_000;

/** How long the result of a round of controls is reused. */
const REUSED_FOR_MS = 5_000;

/** The controls of a prober; they run only after a failed run, so that they cost nothing while all is well. */
export class Controls {
  readonly #controls: readonly Control[];
  readonly #database: OwnDatabase | undefined;
  #latest: { readonly beganMs: number; readonly fault: Promise<ProberFault | null> } | undefined;
  #isAsking = false;

  /** With a `database`, its absence counts as a failed control. */
  constructor(controls: readonly Control[], database?: OwnDatabase) {
    this.#controls = controls;
    this.#database = database;
  }

  /** Returns the fault of the prober's own network since `monotonicMs`, the start of a failed run; null if there is none. */
  async faultSince(monotonicMs: number): Promise<ProberFault | null> {
    const fault = await this.#faultOfRound(monotonicMs);
    if (fault !== null || this.#database === undefined) return fault;
    return (await this.#database.wasAwaySince(monotonicMs)) ? CUT_OFF : null;
  }

  /**
   * Runs every control; returns null when each comes out as expected.
   *
   * The result for another run is reused while it is recent and began after `monotonicMs`, the start of the failed run: an
   * earlier one would say nothing about it.
   */
  async #faultOfRound(monotonicMs: number): Promise<ProberFault | null> {
    for (;;) {
      const latest = this.#latest;
      const isNew =
        latest !== undefined &&
        latest.beganMs >= monotonicMs &&
        performance.now() - latest.beganMs < REUSED_FOR_MS;
      if (isNew) return latest.fault;
      if (!this.#isAsking) return this.#ask();
      // One round at a time: all callers that wait share the next.
      await latest?.fault;
    }
  }

  #ask(): Promise<ProberFault | null> {
    this.#isAsking = true;
    const fault = Promise.all(this.#controls.map((control) => this.#faultOf(control)))
      .then((faults) => faults.find((found) => found !== null) ?? null)
      .finally(() => (this.#isAsking = false));
    this.#latest = { beganMs: performance.now(), fault };
    return fault;
  }

  async #faultOf({ id, expect, run }: Control): Promise<ProberFault | null> {
    const signal = AbortSignal.timeout(CONTROL_TIMEOUT_MS);
    // Without the API key: the target of a control belongs to somebody else.
    const context = {
      signal,
      trace: new Trace(id),
      apiKey: "",
      account: undefined,
      seed: id,
      turn: 0,
    };
    const failure = await run(context).then(() => null, asError);
    if (failure !== null && !(failure instanceof CheckFailure)) {
      return { reason: "check_threw", message: `control ${id}: ${failure.message}` };
    }
    if (expect === "pass" && failure !== null) {
      return { reason: "prober_offline", message: `control ${id} failed: ${failure.message}` };
    }
    if (expect === "fail" && failure === null) {
      return { reason: "prober_intercepted", message: `control ${id} passed, and has to fail` };
    }
    return null;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
