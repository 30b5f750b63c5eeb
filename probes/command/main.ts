import { Command, CommanderError, InvalidArgumentError } from "commander";
import { endWith } from "#runtime/fault.ts";
import { readConfig } from "../prober-config.ts";
import { listEvidence, replayEvidence, runNamedChecks, writeBaseline } from "./commands.ts";
import { BASELINE_RUNS } from "./measure-baseline.ts";

/** `npm run check`: runs checks at once, or shows what is kept of failed ones; `--help` says how. */

const NOTES = `
Without an option, the named checks and those of the named components are run at once, as the prober runs them;
phases, verdict and texts of each attempt are printed.
Ends with 0 when everything passed, else with 1.`;

async function main(parameters: readonly string[]): Promise<boolean> {
  let passed = true;
  await new Command("npm run check --")
    .description("Runs checks once and now, and shows what is kept of failed ones")
    .argument("[names...]", "ids of checks or components")
    .option(
      "--evidence [check]",
      "list what is kept of failed speech runs, and of the last good ones",
    )
    .option(
      "--replay <evidence>",
      "run a kept one again with the same input, and show both results",
    )
    .option(
      "--baseline <check>",
      "run a check many times, and say which limits follow from what it measured",
    )
    .option(
      "--runs <number>",
      `how many times, ${BASELINE_RUNS.min} to ${BASELINE_RUNS.max}`,
      runsOf,
      BASELINE_RUNS.default,
    )
    .option(
      "--write <file>",
      "where the baseline is written; baselines/CHECK.json beside monitor.yaml otherwise",
    )
    .addHelpText("after", NOTES)
    .exitOverride()
    .configureOutput({ outputError: (message, write) => write(oneLine(message)) })
    .action(async (names: string[], { evidence, replay, baseline, runs, write }: Options) => {
      const config = readConfig();
      if (evidence !== undefined) {
        await listEvidence(config, evidence === true ? undefined : evidence);
      } else if (replay !== undefined) {
        passed = await replayEvidence(config, replay);
      } else if (baseline !== undefined) {
        await writeBaseline(config, baseline, runs, write);
      } else {
        passed = await runNamedChecks(config, names);
      }
    })
    .parseAsync(parameters, { from: "user" });
  return passed;
}

interface Options {
  readonly evidence?: string | true;
  readonly replay?: string;
  readonly baseline?: string;
  readonly runs: number;
  readonly write?: string;
}

function runsOf(text: string): number {
  const { min, max } = BASELINE_RUNS;
  const runs = Number(text);
  if (Number.isInteger(runs) && runs >= min && runs <= max) return runs;
  throw new InvalidArgumentError(`takes a number from ${min} to ${max}`);
}

/** Formats a command-line error as one line, as all other errors of this program, including commander's suggestion. */
function oneLine(message: string): string {
  const text = message.replace(/^error: /, "").trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replaceAll("\n", " ")} (npm run check -- --help)\n`;
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else endWith(error);
}
