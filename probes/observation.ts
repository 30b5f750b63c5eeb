import type {
  ObservationMeasures,
  ObservationPhases,
  ObservationResult,
} from "#migrations/status/schema.ts";

import type { Reason } from "./reason.ts";
import type { SpeechInput, Trace } from "./network/trace.ts";

/** What a check says of its target when it could finish. */
export interface Report {
  readonly result: Exclude<ObservationResult, "prober_error">;
  /** Absent when `ok`. */
  readonly reason?: Reason;
  /** One line for an engineer; absent when there is nothing to say. */
  readonly message?: string;
  /** Milliseconds of the exchange that the check is about. */
  readonly phases?: ObservationPhases;
  readonly measures?: ObservationMeasures;
  /** Texts that an engineer compares, e.g. `expected` and `heard`; shown by `npm run check`, not stored. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** What one attempt found, and when. */
export interface Observation {
  readonly result: ObservationResult;
  readonly reason: Reason | null;
  readonly message: string | null;
  readonly phases: ObservationPhases;
  readonly measures: ObservationMeasures;
  readonly texts: Readonly<Record<string, string>>;
  /** Wall-clock milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** By the monotonic clock. */
  readonly durationMs: number;
  /** 1, or 2 for the retry. */
  readonly attempt: number;
}

/** What everything needs that goes over the network for a check. */
export interface CheckAccess {
  /** Aborts at the check's timeout; everything the check waits for has to listen to it. */
  readonly signal: AbortSignal;
  /** Where it is written down what was sent and met. */
  readonly trace: Trace;
}

/** What a check is given besides its own options. */
export interface CheckContext extends CheckAccess {
  /** The API key that checks send. */
  readonly apiKey: string;
  /** Whom the dashboard's check signs in as; undefined when the prober was given no password. */
  readonly account: SignInAccount | undefined;
  /** Differs for every run and attempt, so that what is asked cannot come from a cache. */
  readonly seed: string;
  /** What an earlier run gave to the service, to be given again instead of something new. */
  readonly replayed?: SpeechInput | undefined;
}

/** An account of the service's dashboard. */
export interface SignInAccount {
  readonly email: string;
  readonly password: string;
}

/** Runs one check once; says what it found, or throws a `CheckFailure`. */
export type RunCheck<Options> = (options: Options, context: CheckContext) => Promise<Report>;

/** An expected way for a check to fail; anything else that is thrown is the prober's own fault. */
export class CheckFailure extends Error {
  readonly reason: Reason;
  readonly phases: ObservationPhases;
  readonly measures: ObservationMeasures;
  readonly texts: Readonly<Record<string, string>>;

  constructor(
    reason: Reason,
    message: string,
    found: Pick<Report, "phases" | "measures" | "texts"> & { readonly cause?: unknown } = {},
  ) {
    super(message, { cause: found.cause });
    this.name = "CheckFailure";
    this.reason = reason;
    this.phases = found.phases ?? {};
    this.measures = found.measures ?? {};
    this.texts = found.texts ?? {};
  }
}
