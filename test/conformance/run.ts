/** Sees whether a running service keeps the interface: `npm run conformance -- BASE_URL --key sk_…`. */

import { HELP, readCommandLine, UsageError, type CommandLine } from "./command-line.ts";
import { isConform, outcomeLine, summary } from "./report.ts";
import { runRows, type Outcome } from "./runner.ts";
import { TABLE } from "./table.ts";

try {
  const line = readCommandLine(process.argv.slice(2));
  if (line === "help") process.stdout.write(HELP);
  else process.exitCode = await report(line);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function report({ only, ...subject }: CommandLine): Promise<number> {
  const rows = TABLE.filter(({ part, title }) => `${part} · ${title}`.includes(only));
  const outcomes: Outcome[] = [];
  for await (const outcome of runRows(rows, { ...subject, faults: new Map() })) {
    process.stdout.write(`${outcomeLine(outcome)}\n`);
    outcomes.push(outcome);
  }
  process.stdout.write(`\n${summary(outcomes)}\n`);
  return isConform(outcomes) ? 0 : 1;
}
