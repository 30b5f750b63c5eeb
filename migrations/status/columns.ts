import type { ColumnType } from "kysely";

/** The result of one run of a check; `prober_error` says nothing about the target. */
export type ObservationResult = "ok" | "degraded" | "failed" | "prober_error";

/** The state of a check, judged from several observations. */
export type CheckVerdict = "up" | "degraded" | "down";

/** Milliseconds of each phase of the measured exchange; a phase that did not happen is absent. */
export type ObservationPhases = Partial<
  Record<"dns" | "connect" | "tls" | "first_byte" | "transfer", number>
>;

/** Measures of a check, by name with unit, e.g. `word_error_ratio`, `audio_seconds`. */
export type ObservationMeasures = Record<string, number>;

/** A json column: read parsed, written as text, which both database systems accept. */
export type Json<Value> = ColumnType<Value, string, string>;

/** A JSON column that may be left out when a row is inserted. */
export type JsonWithDefault<Value> = ColumnType<Value, string | undefined, string>;
