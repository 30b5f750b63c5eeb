/** Loads a service and a status page: `npm run load`. Linux, because it reads memory from /proc. */

import { isChosenBy, runCommand } from "../kit/command-line.ts";
import { aboutRun, verdict } from "../kit/report.ts";
import { markdownTable } from "../kit/table.ts";
import { CASES } from "./cases.ts";
import { HELP, readCommandLine, type CommandLine } from "./command-line.ts";
import type { Line, LoadCase } from "./load-case.ts";
import { loadTargets } from "./targets.ts";

await runCommand(HELP, readCommandLine, run);

async function run({ only, ...size }: CommandLine, interrupted: Promise<never>): Promise<number> {
  const startedAtMs = performance.now();
  await using targets = await loadTargets();
  const isChosen = isChosenBy(only);
  let isKept = true;
  for (const one of CASES.filter(({ name }) => isChosen(name))) {
    process.stderr.write(`${one.name}\n`);
    const lines = await Promise.race([one.run(targets, size), interrupted]);
    if (lines === undefined) continue;
    process.stdout.write(`${report(one, lines)}\n\n`);
    isKept &&= lines.every((each) => each.isKept);
  }
  process.stdout.write(`${aboutRun(startedAtMs)}\n`);
  return isKept ? 0 : 1;
}

function report({ name, promise, headings }: LoadCase, lines: readonly Line[]): string {
  const table = markdownTable([
    [...headings, ""],
    ...lines.map(({ cells, isKept }) => [...cells, verdict(isKept)]),
  ]);
  return `## ${name}\n\n${promise}\n\n${table}`;
}
