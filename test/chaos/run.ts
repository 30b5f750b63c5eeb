/** Brings faults about, one after the other, and sees what becomes of the system: `npm run chaos`. Linux. */

import { measuredOn } from "../bench/measured-on.ts";
import { runCommand } from "../support/command-line.ts";
import { randomOf } from "../support/status-api/random-histories.ts";
import { HELP, readCommandLine, type CommandLine } from "./command-line.ts";
import { killAlerting, NAME as ALERTS } from "./alerts/kills.ts";
import { killEmbedded, NAME as EMBEDDED } from "./embedded/kills.ts";
import { examine } from "./examine.ts";
import type { Fault, Outcome } from "./fault.ts";
import { FAULTS, SHORT } from "./faults.ts";
import { startLoad } from "./load/load.ts";
import { recovery } from "./recovery.ts";
import { holdingsOf } from "./remains.ts";
import { remarks, reportTable } from "./report.ts";
import { startSystem } from "./system/system.ts";

const STARTING_MS = 240_000;
/** What is promised, of a machine that does nothing else; and what a few faults are given beside tests. */
const RECOVERED_MS = { full: 60_000, short: 240_000 };
const EMBEDDED_KILLS = { full: 50, short: 3 };
const ALERT_KILLS = 24;

const interrupted = Promise.withResolvers<never>();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interrupted.reject(new Error(`ended by ${signal}`)));
}
await runCommand(HELP, readCommandLine, run);

async function run({ seed, only, short }: CommandLine): Promise<number> {
  process.stdout.write(`seed ${seed}\n`);
  const startedAtMs = performance.now();
  const random = randomOf(seed);
  const isChosen = (name: string) => only.some((text) => name.includes(text));
  const faults = (short ? SHORT : FAULTS).filter(({ name }) => isChosen(name));
  const outcomes: Outcome[] = [];
  if (faults.length > 0)
    outcomes.push(...(await trySystem(faults, random, short ? "short" : "full")));
  if (isChosen(EMBEDDED)) {
    const kills = short ? EMBEDDED_KILLS.short : EMBEDDED_KILLS.full;
    outcomes.push(await Promise.race([killEmbedded(kills, random), interrupted.promise]));
  }
  // A few kills of them are a test of their own, which runs beside.
  if (!short && isChosen(ALERTS)) {
    outcomes.push(await Promise.race([killAlerting(ALERT_KILLS, random), interrupted.promise]));
  }
  const minutes = ((performance.now() - startedAtMs) / 60_000).toFixed(1);
  const about = `Seed ${seed}, in ${minutes} minutes. ${measuredOn()}`;
  for (const part of [reportTable(outcomes), about, remarks(outcomes)]) {
    if (part !== "") process.stdout.write(`\n${part}\n`);
  }
  return outcomes.every(({ complaints }) => complaints.length === 0) ? 0 : 1;
}

/** Brings the faults about on one system, which has to get over each before the next. */
async function trySystem(
  faults: readonly Fault[],
  random: () => number,
  length: keyof typeof RECOVERED_MS,
): Promise<readonly Outcome[]> {
  await using system = await Promise.race([startSystem(), interrupted.promise]);
  await using load = await startLoad(system);
  const ready = await recovery(system, load, Date.now(), STARTING_MS);
  if ("missing" in ready) throw new Error(`before any fault: ${ready.missing.join(", ")}`);
  const holdings = await holdingsOf(system);
  const arena = { system, load, holdings, withinMs: RECOVERED_MS[length] };
  const outcomes: Outcome[] = [];
  for (const fault of faults) {
    const skipped = fault.impossible?.(system);
    const outcome =
      skipped === undefined
        ? await Promise.race([examine(fault, arena, random), interrupted.promise])
        : { ...notTried(fault), skipped };
    outcomes.push(outcome);
    process.stderr.write(`${reportTable([outcome]).split("\n")[2]}\n${remarks([outcome])}\n`);
  }
  return outcomes;
}

function notTried({ name, hits }: Fault): Outcome {
  return { name, hits, acknowledged: 0, lost: 0, double: 0, complaints: [] };
}
