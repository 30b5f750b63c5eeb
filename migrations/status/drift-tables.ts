import type { Json } from "./schema.ts";

/** What moves away from its usual level: a measure of observations, or how long runs take. */
export type DriftMeasure = "word_error_ratio" | "heard_word_error_ratio" | "duration_ms";

/** What a measure of a check usually is. */
export interface DriftStateTable {
  check_id: string;
  location: string;
  /** The clip's name; empty of a check without clips. */
  clip: string;
  measure: DriftMeasure;
  /** The newest slot whose run is counted in. */
  last_slot: Date;
  /** As monitor/domain/drift.ts has it. */
  state: Json<object>;
}

/** Stretches in which a measure was worse than usual. */
export interface DriftTable {
  id: string;
  check_id: string;
  location: string;
  clip: string;
  measure: DriftMeasure;
  from_at: Date;
  /** When it was sure. */
  found_at: Date;
  to_at: Date | null;
}
