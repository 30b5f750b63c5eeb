/** Sees whether a running service keeps the interface: `npm run conformance -- BASE_URL --key sk_…`. */

import { runCommand } from "../kit/command-line.ts";
import { HELP, readCommandLine, type CommandLine } from "./command-line.ts";
import { isConform, outcomeLine, summary } from "./report.ts";
import { runRows, type Outcome } from "./runner.ts";
import { TABLE } from "./table.ts";

await runCommand(HELP, readCommandLine, (line, interrupted) =>
  Promise.race([report(line), interrupted]),
);

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
