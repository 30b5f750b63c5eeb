import type { Static, TObject, TProperties } from "typebox";
import type { LimitedUnit } from "#monitor/domain/baseline.ts";
import type { CheckContext } from "../check/context.ts";
import type { Report } from "../check/report.ts";

/** A kind of check: what monitor.yaml says of it, how it is run, and what its figures mean. */
export interface CheckKind<Options extends TProperties = TProperties> {
  /** One line for the schema that editors show. */
  readonly description: string;
  /** The kind's own keys in monitor.yaml; unknown ones are refused. */
  readonly options: Options;
  /** Where among the options clips stand, as JSON pointers: their files are looked at when monitor.yaml is read. */
  readonly clips?: readonly string[];
  /** Whether it may be a control, too: it needs neither an API key nor a recording. */
  readonly canBeControl?: boolean;
  /** Which of the options, as JSON pointers, are limits on which measures: a baseline can set them. */
  readonly limits?: Readonly<Record<string, LimitedMeasure>>;
  /** Says which of the options, by its place among them, can never hold together with others; undefined where all can. */
  readonly faultOf?: (
    options: Static<TObject<Options>>,
  ) => { readonly place: readonly (string | number)[]; readonly message: string } | undefined;
  /** What its measures mean; each is shown as the gauge `probe_NAME`. */
  readonly measures?: Readonly<Record<string, string>>;
  /** Runs one check once; says what it found, or throws a `CheckFailure`. */
  readonly run: (options: Static<TObject<Options>>, context: CheckContext) => Promise<Report>;
}

/** A measure above whose limit a run fails. */
export interface LimitedMeasure {
  readonly measure: string;
  readonly unit: LimitedUnit;
}

/** Declares a kind, so that `run` gets its options typed by their schema. */
export function defineKind<Options extends TProperties>(
  kind: CheckKind<Options>,
): CheckKind<Options> {
  return kind;
}
