import { readArguments, seedOption } from "../kit/command-line.ts";

export interface CommandLine {
  readonly seed: number;
  /** Faults are tried whose name contains one of them. */
  readonly only: string | undefined;
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
  const given = readArguments(args, {
    only: { type: "string" },
    seed: { type: "string" },
    short: { type: "boolean" },
  });
  if (given === "help") return "help";
  const { seed, only, short = false } = given.values;
  return { seed: seedOption(seed), only, short };
}
