import type { Static, TObject, TProperties } from "typebox";
import type { LimitedUnit } from "#monitor/domain/baseline.ts";
import type { CheckContext } from "../check/context.ts";
import type { Report } from "../check/report.ts";

/** A kind of check: its options in monitor.yaml, how it is run, and what its measures mean. */
export interface CheckKind<Options extends TProperties = TProperties> {
  /** One line for the schema that editors show. */
  readonly description: string;
  /** The kind's own keys in monitor.yaml; unknown ones are refused. */
  readonly options: Options;
  /** JSON pointers to the options that hold clips; their files are checked when monitor.yaml is read. */
  readonly clips?: readonly string[];
  /** Whether it may also be a control: it needs neither an API key nor a recording. */
  readonly canBeControl?: boolean;
  /** Whether its runs say or hear something, so that evidence of them is kept. */
  readonly keepsRuns?: boolean;
  /** The options, by JSON pointer, that are limits on measures; a baseline can set them. */
  readonly limits?: Readonly<Record<string, LimitedMeasure>>;
  /** Returns the path of an option that can never hold together with the others, and why; undefined if there is none. */
  readonly faultOf?: (
    options: Static<TObject<Options>>,
  ) => { readonly place: readonly (string | number)[]; readonly message: string } | undefined;
  /** Descriptions of its measures; each is exported as the gauge `probe_NAME`. */
  readonly measures?: Readonly<Record<string, string>>;
  /** Runs a check once; returns what it found, or throws a `CheckFailure`. */
  readonly run: (options: Static<TObject<Options>>, context: CheckContext) => Promise<Report>;
}

/** A measure that makes a run fail when it is above its limit. */
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
