import { readArguments, seedOption, wholeOption } from "../kit/command-line.ts";

export interface CommandLine {
  readonly inputs: number;
  readonly seed: number;
  /** Surfaces are fuzzed whose name contains it. */
  readonly only: string | undefined;
}

export const HELP = `usage: npm run fuzz -- [--inputs 100000] [--seed NUMBER] [--only TEXT]

Sends the service, the status page's admin API and the reader of monitor.yaml inputs that are partly wrong, and says what
became of them, a line for each surface. Ends with 1 and the smallest input that shows a fault where there is one.

  --inputs NUMBER   how many in all
  --seed NUMBER     what they are made from; the same seed makes the same inputs
  --only TEXT       surfaces whose name contains TEXT
`;

const DEFAULT_INPUTS = 100_000;

/** Reads the arguments; `help` when that was asked for; throws a TypeError that says what is wrong. */
export function readCommandLine(args: readonly string[]): CommandLine | "help" {
  const given = readArguments(args, {
    inputs: { type: "string" },
    seed: { type: "string" },
    only: { type: "string" },
  });
  if (given === "help") return "help";
  const { inputs, seed, only } = given.values;
  return {
    inputs: wholeOption("--inputs", inputs, 1) ?? DEFAULT_INPUTS,
    seed: seedOption(seed),
    only,
  };
}
