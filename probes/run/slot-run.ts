import type { Observation } from "../observation.ts";

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
