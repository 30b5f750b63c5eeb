import type { Static, TObject } from "typebox";

import type { CheckContext } from "../check/context.ts";
import type { Report } from "../check/report.ts";

/** A kind of check: what monitor.yaml says of it and how it is run. */
export interface CheckKind<Options extends TObject = TObject> {
  /** One line for the schema that editors show. */
  readonly description: string;
  /** The kind's own keys in monitor.yaml; unknown ones are refused. */
  readonly options: Options;
  /** Those options that name files: made absolute and looked for when monitor.yaml is read. */
  readonly files?: readonly string[];
  /** Runs one check once; says what it found, or throws a `CheckFailure`. */
  readonly run: (options: Static<Options>, context: CheckContext) => Promise<Report>;
}

/** Declares a kind, so that `run` gets its options typed by their schema. */
export function defineKind<Options extends TObject>(kind: CheckKind<Options>): CheckKind<Options> {
  return kind;
}
