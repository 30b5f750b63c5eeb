/** Loads a service and a status page: `npm run load`. Linux, because it reads memory from /proc. */

import { constants } from "node:os";
import { measuredOn } from "../bench/measured-on.ts";
import { markdownTable } from "../bench/table.ts";
import { CASES } from "./cases.ts";
import { HELP, readCommandLine, type CommandLine } from "./command-line.ts";
import type { Line, LoadCase } from "./load-case.ts";
import { startLoadTargets } from "./targets.ts";

const line = commandLine();
if (line === "help") process.stdout.write(HELP);
else if (line === undefined) process.exitCode = 2;
else process.exitCode = await run(line);

function commandLine(): CommandLine | "help" | undefined {
  try {
    return readCommandLine(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return undefined;
  }
}

async function run({ only, ...size }: CommandLine): Promise<number> {
  const startedAtMs = performance.now();
  const starting = startLoadTargets();
  endWith(starting);
  await using targets = await starting;
  let isKept = true;
  for (const one of CASES.filter(({ name }) => name.includes(only))) {
    process.stderr.write(`${one.name}\n`);
    const lines = await one.run(targets, size);
    if (lines === undefined) continue;
    process.stdout.write(`${report(one, lines)}\n\n`);
    isKept &&= lines.every((each) => each.isKept);
  }
  const minutes = ((performance.now() - startedAtMs) / 60_000).toFixed(1);
  process.stdout.write(`In ${minutes} minutes. ${measuredOn()}\n`);
  return isKept ? 0 : 1;
}

/** Ends the programs, once they run, before this one ends at a signal. */
function endWith(starting: Promise<AsyncDisposable>): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      const exit = () => process.exit(128 + constants.signals[signal]);
      starting.then((targets) => targets[Symbol.asyncDispose]()).then(exit, exit);
    });
  }
}

function report({ name, promise, headings }: LoadCase, lines: readonly Line[]): string {
  const table = markdownTable([
    [...headings, ""],
    ...lines.map(({ cells, isKept }) => [...cells, isKept ? "pass" : "FAIL"]),
  ]);
  return `## ${name}\n\n${promise}\n\n${table}`;
}
