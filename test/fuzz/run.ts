/** Sends partly wrong inputs everywhere: `npm run fuzz -- --inputs 100000 --seed 1`. */

import { HELP, readCommandLine, type CommandLine } from "./command-line.ts";
import { faultLines, reportTable } from "./report.ts";
import { fuzz, type SurfaceReport } from "./runner.ts";
import { SURFACES } from "./surfaces.ts";
import { startTargets } from "./targets.ts";

try {
  const line = readCommandLine(process.argv.slice(2));
  if (line === "help") process.stdout.write(HELP);
  else process.exitCode = await run(line);
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function run({ inputs, seed, only }: CommandLine): Promise<number> {
  process.stdout.write(`seed ${seed}\n`);
  await using running = await startTargets();
  const { targets, watches } = running;
  const reports: SurfaceReport[] = [];
  for (const surface of SURFACES.filter(({ name }) => name.includes(only))) {
    const count = Math.max(1, Math.round((inputs * surface.share) / 100));
    const startedMs = performance.now();
    reports.push(await fuzz(surface, targets, { inputs: count, seed, watches }));
    const seconds = (performance.now() - startedMs) / 1000;
    process.stderr.write(`${surface.name}: ${count} inputs in ${seconds.toFixed(0)} s\n`);
  }
  process.stdout.write(`\n${reportTable(reports)}\n`);
  const faults = faultLines(reports);
  if (faults !== "") process.stdout.write(`\n${faults}\n`);
  return faults === "" ? 0 : 1;
}
