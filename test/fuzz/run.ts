/** Sends partly wrong inputs everywhere: `npm run fuzz -- --inputs 100000 --seed 1`. */

import { HELP, readCommandLine, type CommandLine } from "./command-line.ts";
import { isChosenBy, runCommand } from "../kit/command-line.ts";
import { aboutRun, writeReport } from "../kit/report.ts";
import { faultLines, reportTable } from "./report.ts";
import { fuzz, type SurfaceReport } from "./runner.ts";
import { SURFACES } from "./surfaces.ts";
import { startTargets } from "./targets.ts";

await runCommand(HELP, readCommandLine, run);

async function run(
  { inputs, seed, only }: CommandLine,
  interrupted: Promise<never>,
): Promise<number> {
  process.stdout.write(`seed ${seed}\n`);
  const startedAtMs = performance.now();
  await using running = await Promise.race([startTargets(), interrupted]);
  const { targets, watches } = running;
  const reports: SurfaceReport[] = [];
  const isChosen = isChosenBy(only);
  for (const surface of SURFACES.filter(({ name }) => isChosen(name))) {
    const count = Math.max(1, Math.round((inputs * surface.share) / 100));
    const startedMs = performance.now();
    const fuzzed = fuzz(surface, targets, { inputs: count, seed, watches });
    reports.push(await Promise.race([fuzzed, interrupted]));
    const seconds = (performance.now() - startedMs) / 1000;
    process.stderr.write(`${surface.name}: ${count} inputs in ${seconds.toFixed(0)} s\n`);
  }
  const faults = faultLines(reports);
  writeReport(reportTable(reports), aboutRun(startedAtMs, seed), faults);
  return faults === "" ? 0 : 1;
}
