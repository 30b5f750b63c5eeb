import type {
  ObservationMeasures,
  ObservationPhases,
  ObservationResult,
} from "#migrations/status/schema.ts";
import type { Reason } from "./reason.ts";

/** The result of one attempt, and when it ran. */
export interface Observation {
  readonly result: ObservationResult;
  readonly reason: Reason | null;
  readonly message: string | null;
  readonly phases: ObservationPhases;
  readonly measures: ObservationMeasures;
  readonly texts: Readonly<Record<string, string>>;
  /** The name of the clip that was sent; undefined if none was. */
  readonly clip?: string | undefined;
  /** Wall-clock milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** How long the target took, by the monotonic clock. */
  readonly durationMs: number;
  /** 1, or 2 for the retry of a failure and for the confirmation of a recovery. */
  readonly attempt: number;
}

/** The results of one check in one slot: one attempt, or two when the first failed or may end an outage. */
export interface SlotRun {
  readonly checkId: string;
  readonly periodMs: number;
  readonly location: string;
  /** `probers.id` */
  readonly prober: string;
  readonly slotMs: number;
  /** In order; the last one counts. */
  readonly attempts: readonly StoredObservation[];
}

/** The part of an observation that is stored. */
export type StoredObservation = Omit<Observation, "texts">;
