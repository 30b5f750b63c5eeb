/** Loads a service and a status page: `npm run load`. Linux, because it reads memory from /proc. */

import { constants } from "node:os";
import { measuredOn } from "../bench/measured-on.ts";
import { markdownTable } from "../bench/table.ts";
import { CASES } from "./cases.ts";
import { HELP, readCommandLine, type CommandLine } from "./command-line.ts";
import type { Line, LoadCase } from "./load-case.ts";
import { startLoadTargets } from "./targets.ts";

/** Resolves with the exit code of a signal that came. */
const ending = Promise.withResolvers<number>();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => ending.resolve(128 + constants.signals[signal]));
}

const line = commandLine();
if (line === "help") process.stdout.write(HELP);
else if (line === undefined) process.exitCode = 2;
// At a signal, a case may still run when its programs have ended.
else process.exit(await run(line));

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
  await using targets = await startLoadTargets();
  let isKept = true;
  for (const one of CASES.filter(({ name }) => name.includes(only))) {
    process.stderr.write(`${one.name}\n`);
    const lines = await Promise.race([one.run(targets, size), ending.promise]);
    if (typeof lines === "number") return lines;
    if (lines === undefined) continue;
    process.stdout.write(`${report(one, lines)}\n\n`);
    isKept &&= lines.every((each) => each.isKept);
  }
  const minutes = ((performance.now() - startedAtMs) / 60_000).toFixed(1);
  process.stdout.write(`In ${minutes} minutes. ${measuredOn()}\n`);
  return isKept ? 0 : 1;
}

function report({ name, promise, headings }: LoadCase, lines: readonly Line[]): string {
  const table = markdownTable([
    [...headings, ""],
    ...lines.map(({ cells, isKept }) => [...cells, isKept ? "pass" : "FAIL"]),
  ]);
  return `## ${name}\n\n${promise}\n\n${table}`;
}
