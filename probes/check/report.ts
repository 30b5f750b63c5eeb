import type {
  ObservationMeasures,
  ObservationPhases,
  ObservationResult,
} from "#migrations/status/schema.ts";
import type { Reason } from "#monitor/domain/reason.ts";

/** Result of a check that could finish. */
export interface Report {
  readonly result: Exclude<ObservationResult, "prober_error">;
  /** Absent when `ok`, unless the check could not examine everything that it is for. */
  readonly reason?: Reason;
  /** One line for an engineer; absent when there is nothing to say. */
  readonly message?: string;
  /** Phases, in milliseconds, of the exchange that the check is about. */
  readonly phases?: ObservationPhases;
  readonly measures?: ObservationMeasures;
  /** Texts that an engineer compares, e.g. `expected` and `heard`; shown by `npm run check`, not stored. */
  readonly texts?: Readonly<Record<string, string>>;
  /**
   * Milliseconds spent on something other than the target, such as transcribing its speech; not counted as the target's time.
   */
  readonly elsewhereMs?: number;
}

/** An expected way for a check to fail; anything else that is thrown is the prober's own fault. */
export class CheckFailure extends Error {
  readonly reason: Reason;
  readonly phases: ObservationPhases;
  readonly measures: ObservationMeasures;
  readonly texts: Readonly<Record<string, string>>;
  readonly elsewhereMs: number;

  constructor(
    reason: Reason,
    message: string,
    found: Pick<Report, "phases" | "measures" | "texts" | "elsewhereMs"> & {
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: found.cause });
    this.name = "CheckFailure";
    this.reason = reason;
    this.phases = found.phases ?? {};
    this.measures = found.measures ?? {};
    this.texts = found.texts ?? {};
    this.elsewhereMs = found.elsewhereMs ?? 0;
  }
}
