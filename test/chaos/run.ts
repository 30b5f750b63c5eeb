/** Brings faults about, one after the other, and sees what becomes of the system: `npm run chaos`. Linux. */

import { isChosenBy, runCommand } from "../kit/command-line.ts";
import { aboutRun, writeReport } from "../kit/report.ts";
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
/** The limits on a machine that does nothing else, and those of a few faults beside tests. */
const RECOVERED_MS = { full: 60_000, short: 240_000 };
const EMBEDDED_KILLS = { full: 50, short: 3 };
const ALERT_KILLS = 24;

await runCommand(HELP, readCommandLine, run);

async function run(
  { seed, only, short }: CommandLine,
  interrupted: Promise<never>,
): Promise<number> {
  process.stdout.write(`seed ${seed}\n`);
  const startedAtMs = performance.now();
  const random = randomOf(seed);
  const isChosen = isChosenBy(only);
  const faults = (short ? SHORT : FAULTS).filter(({ name }) => isChosen(name));
  const outcomes: Outcome[] = [];
  if (faults.length > 0) {
    const withinMs = short ? RECOVERED_MS.short : RECOVERED_MS.full;
    outcomes.push(...(await trySystem(faults, random, withinMs, interrupted)));
  }
  if (isChosen(EMBEDDED)) {
    const kills = short ? EMBEDDED_KILLS.short : EMBEDDED_KILLS.full;
    outcomes.push(await Promise.race([killEmbedded(kills, random), interrupted]));
  }
  // A few kills of them are a test of their own, which runs beside.
  if (!short && isChosen(ALERTS)) {
    outcomes.push(await Promise.race([killAlerting(ALERT_KILLS, random), interrupted]));
  }
  writeReport(reportTable(outcomes), aboutRun(startedAtMs, seed), remarks(outcomes));
  return outcomes.every(({ complaints }) => complaints.length === 0) ? 0 : 1;
}

/** Brings the faults about on one system, which has to get over each before the next. */
async function trySystem(
  faults: readonly Fault[],
  random: () => number,
  withinMs: number,
  interrupted: Promise<never>,
): Promise<readonly Outcome[]> {
  await using system = await Promise.race([startSystem(), interrupted]);
  await using load = await startLoad(system);
  const ready = await recovery(system, load, Date.now(), STARTING_MS);
  if ("missing" in ready) throw new Error(`before any fault: ${ready.missing.join(", ")}`);
  const holdings = await holdingsOf(system);
  const arena = { system, load, holdings, withinMs };
  const outcomes: Outcome[] = [];
  for (const fault of faults) {
    const skipped = fault.impossible?.(system);
    const outcome =
      skipped === undefined
        ? await Promise.race([examine(fault, arena, random), interrupted])
        : { ...notTried(fault), skipped };
    outcomes.push(outcome);
    process.stderr.write(`${reportTable([outcome]).split("\n")[2]}\n${remarks([outcome])}\n`);
  }
  return outcomes;
}

function notTried({ name, hits }: Fault): Outcome {
  return { name, hits, acknowledged: 0, lost: 0, double: 0, complaints: [] };
}
