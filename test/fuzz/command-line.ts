import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { wholeOption } from "../support/command-line.ts";

export interface CommandLine {
  readonly inputs: number;
  readonly seed: number;
  /** Surfaces are fuzzed whose name contains it. */
  readonly only: string;
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
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h" },
      inputs: { type: "string" },
      seed: { type: "string" },
      only: { type: "string" },
    },
  });
  if (values.help === true) return "help";
  return {
    inputs: wholeOption("--inputs", values.inputs, 1) ?? DEFAULT_INPUTS,
    seed: wholeOption("--seed", values.seed, 0) ?? randomInt(2 ** 31),
    only: values.only ?? "",
  };
}
