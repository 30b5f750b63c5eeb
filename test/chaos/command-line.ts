import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { wholeOption } from "../support/command-line.ts";

export interface CommandLine {
  readonly seed: number;
  /** Faults are tried whose name contains one of them. */
  readonly only: readonly string[];
  readonly short: boolean;
}

export const HELP = `usage: npm run chaos -- [--only TEXT] [--seed NUMBER] [--short]

Runs service, prober and status API under load on a PostgreSQL and a Redis of their own, brings about one fault after the
other, and says what became of them, a line for each. Ends with 1 and what is wrong where something is.

  --only TEXT     faults whose name contains TEXT; several with commas between
  --seed NUMBER   decides the moments at which faults strike, and which of several processes
  --short         a few faults and kills, within a minute on a machine that does nothing else; judges that all recovers,
                  not how soon
`;

/** Reads the arguments; `help` when that was asked for; throws a TypeError that says what is wrong. */
export function readCommandLine(args: readonly string[]): CommandLine | "help" {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h" },
      only: { type: "string" },
      seed: { type: "string" },
      short: { type: "boolean" },
    },
  });
  if (values.help === true) return "help";
  return {
    seed: wholeOption("--seed", values.seed, 0) ?? randomInt(2 ** 31),
    only: (values.only ?? "").split(","),
    short: values.short ?? false,
  };
}
