import type { Static, TObject, TProperties } from "typebox";
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
  /** What its measures mean; each is shown as the gauge `probe_NAME`. */
  readonly measures?: Readonly<Record<string, string>>;
  /** Runs one check once; says what it found, or throws a `CheckFailure`. */
  readonly run: (options: Static<TObject<Options>>, context: CheckContext) => Promise<Report>;
}

/** Declares a kind, so that `run` gets its options typed by their schema. */
export function defineKind<Options extends TProperties>(
  kind: CheckKind<Options>,
): CheckKind<Options> {
  return kind;
}
