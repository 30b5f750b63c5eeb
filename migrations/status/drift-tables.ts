import type { Json } from "./columns.ts";

/** The quantity that drifts: a measure of observations, or the duration of runs. */
export type DriftMeasure = "word_error_ratio" | "heard_word_error_ratio" | "duration_ms";

/** The baseline of each measure of a check. */
export interface DriftStateTable {
  check_id: string;
  location: string;
  /** The clip's name; empty for a check without clips. */
  clip: string;
  measure: DriftMeasure;
  /** The newest slot whose run the state includes. */
  last_slot: Date;
  /** A `DriftState` of monitor/domain/drift.ts. */
  state: Json<object>;
}

/** Periods in which a measure was worse than its baseline. */
export interface DriftTable {
  id: string;
  check_id: string;
  location: string;
  clip: string;
  measure: DriftMeasure;
  from_at: Date;
  /** When the drift was detected with certainty. */
  found_at: Date;
  to_at: Date | null;
}
