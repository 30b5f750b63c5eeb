/** Sends partly wrong inputs everywhere: `npm run fuzz -- --inputs 100000 --seed 1`. */

import { HELP, readCommandLine, type CommandLine } from "./command-line.ts";
import { measuredOn } from "../bench/measured-on.ts";
import { runCommand } from "../support/command-line.ts";
import { faultLines, reportTable } from "./report.ts";
import { fuzz, type SurfaceReport } from "./runner.ts";
import { SURFACES } from "./surfaces.ts";
import { startTargets } from "./targets.ts";

await runCommand(HELP, readCommandLine, run);

async function run({ inputs, seed, only }: CommandLine): Promise<number> {
  process.stdout.write(`seed ${seed}\n`);
  const startedAtMs = performance.now();
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
  const faults = faultLines(reports);
  const minutes = ((performance.now() - startedAtMs) / 60_000).toFixed(0);
  const about = `Seed ${seed}, in ${minutes} minutes. ${measuredOn()}`;
  for (const part of [reportTable(reports), about, faults]) {
    if (part !== "") process.stdout.write(`\n${part}\n`);
  }
  return faults === "" ? 0 : 1;
}
