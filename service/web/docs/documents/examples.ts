import examples from "./examples.json" with { type: "json" };

/** What the example of an endpoint sends; a value that begins with `$` is taken from the environment. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
  /** The fields of a form; the value of a file begins with `@`. */
  readonly form?: Readonly<Record<string, string>>;
  /** The file that the response is written to; absent when it is shown. */
  readonly output?: string;
}

/** By operation; one that is not named sends nothing but its credential. */
export const EXAMPLES: Readonly<Record<string, Example>> = examples;
