import type {
  ObservationMeasures,
  ObservationPhases,
  ObservationResult,
} from "#migrations/status/schema.ts";
import type { Reason } from "./reason.ts";

/** What one attempt found, and when. */
export interface Observation {
  readonly result: ObservationResult;
  readonly reason: Reason | null;
  readonly message: string | null;
  readonly phases: ObservationPhases;
  readonly measures: ObservationMeasures;
  readonly texts: Readonly<Record<string, string>>;
  /** The name of the clip that was sent; undefined where none was. */
  readonly clip?: string | undefined;
  /** Wall-clock milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** How long the target took, by the monotonic clock. */
  readonly durationMs: number;
  /** 1, or 2 for the retry. */
  readonly attempt: number;
}

/** What one check found in one slot: one attempt, or two when the first failed. */
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

/** What is kept of an observation. */
export type StoredObservation = Omit<Observation, "texts">;
