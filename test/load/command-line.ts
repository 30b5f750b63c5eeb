import { readArguments } from "../kit/command-line.ts";
import type { Size } from "./load-case.ts";

export interface CommandLine extends Size {
  /** Cases are run whose name contains it. */
  readonly only: string | undefined;
}

export const HELP = `usage: npm run load -- [--short] [--soak-minutes 60] [--only TEXT]

Loads a speech service and a status page beyond what they can take, and then for long, and says what clients saw. Ends with 1
where something that is promised did not hold.

  --short               within a minute: fewer clients, fewer connections, no soak unless --soak-minutes is given;
                        what depends on what else the machine does is shown, and not judged
  --soak-minutes NUMBER how long the soak lasts; 0 leaves it out
  --only TEXT           cases whose name contains TEXT
`;

const SOAK_MINUTES = 60;
const MAX_SOAK_MINUTES = 7 * 24 * 60;

/** Reads the arguments; `help` when that was asked for; throws a TypeError that says what is wrong. */
export function readCommandLine(args: readonly string[]): CommandLine | "help" {
  const given = readArguments(args, {
    short: { type: "boolean" },
    "soak-minutes": { type: "string" },
    only: { type: "string" },
  });
  if (given === "help") return "help";
  const { short: isShort = false, "soak-minutes": minutes, only } = given.values;
  return { isShort, only, soakMinutes: soakMinutes(minutes) ?? (isShort ? 0 : SOAK_MINUTES) };
}

function soakMinutes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= MAX_SOAK_MINUTES) return value;
  throw new TypeError(
    `--soak-minutes is ${text}, and takes a number from 0 to ${MAX_SOAK_MINUTES}`,
  );
}
