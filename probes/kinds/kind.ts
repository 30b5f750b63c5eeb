import type { Static, TObject } from "typebox";

import type { RunCheck } from "../observation.ts";

/** A kind of check: what monitor.yaml says of it and how it is run. */
export interface CheckKind<Options extends TObject = TObject> {
  /** One line for the schema that editors show. */
  readonly description: string;
  /** The kind's own keys in monitor.yaml; unknown ones are refused. */
  readonly options: Options;
  /** Those options that name files: made absolute and looked for when monitor.yaml is read. */
  readonly files?: readonly string[];
  readonly run: RunCheck<Static<Options>>;
}

/** Declares a kind, so that `run` gets its options typed by their schema. */
export function defineKind<Options extends TObject>(kind: CheckKind<Options>): CheckKind<Options> {
  return kind;
}
