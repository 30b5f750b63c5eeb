import { Command, CommanderError } from "commander";
import { DatabaseOpenError } from "#migrations/database-open-error.ts";
import { EvidenceError } from "../evidence/evidence-source.ts";
import { MonitorFileError } from "../monitor-file/located-document.ts";
import { ConfigError } from "#settings/settings.ts";
import { readConfig } from "../prober-config.ts";
import { commands, runNamedChecks } from "./commands.ts";

/** `npm run check`: runs checks at once, or shows what is kept of failed ones; `--help` says how. */

const NOTES = `
Without an option, the named checks and those of the named components are run at once, as the prober runs them;
phases, verdict and texts of each attempt are printed.
Ends with 0 when everything passed, else with 1.`;

async function main(parameters: readonly string[]): Promise<boolean> {
  let passed = true;
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const program = new Command("npm run check --")
    .description("Runs checks once and now, and shows what is kept of failed ones")
    .argument("[names...]", "ids of checks or components")
    .addHelpText("after", NOTES)
    .exitOverride()
    .configureOutput({ outputError: (message, write) => write(oneLine(message)) })
    .action(async (names: string[], given: Readonly<Record<string, string | true>>) => {
      const config = readConfig();
      const command = commands.find(({ option }) => option.attributeName() in given);
      if (command === undefined) {
        passed = await runNamedChecks(config, names, print);
        return;
      }
      const value = given[command.option.attributeName()];
      passed = await command.run(config, value === true ? undefined : value, print);
    });
  for (const { option } of commands) program.addOption(option);
  await program.parseAsync(parameters, { from: "user" });
  return passed;
}

/** Writes a fault of the command line as this program writes all others, its suggestion on the same line. */
function oneLine(message: string): string {
  const text = message.replace(/^error: /, "").trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replaceAll("\n", " ")} (npm run check -- --help)\n`;
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  const expected = [ConfigError, DatabaseOpenError, EvidenceError, MonitorFileError];
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
  } else if (error instanceof Error && expected.some((kind) => error instanceof kind)) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
