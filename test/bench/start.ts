/**
 * Measures `npm start`: `npm run bench:start`, with memory once more after so many minutes: `npm run bench:start -- 10`.
 *
 * Linux, because it reads what processes use from /proc. It removes `build/` and the template of a database, which the first
 * start makes anew.
 */

import { rm } from "node:fs/promises";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { removeTemplate } from "#database/embedded-template.ts";
import { freePort } from "../support/free-port.ts";
import { projectRoot } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { measureByProc } from "../kit/command-line.ts";
import { startServer } from "../kit/server-process.ts";
import type { ProcessMemory } from "../kit/processes.ts";
import { probeMany } from "./monitor/many-checks.ts";
import { describeProcessor } from "../kit/one-core.ts";
import { readAlong } from "./start/reader.ts";
import { startWholeMachine } from "./start/whole-machine.ts";
import { markdownTable } from "../kit/table.ts";

type Row = readonly [what: string, figure: string, aim: string];

/** What each figure is to stay under. */
const aims = {
  firstStart: "10 s",
  secondStart: "5 s",
  memory: "900 MB",
  hold: "50 ms",
  check: "4 ms",
};

const STANDARD_MINUTES = 2;
const CHECKS_A_MINUTE = 500;
const PROBING_SECONDS = 60;
/** As the page server's own metrics measure it. */
const HOLD_RESOLUTION_MS = 10;

await measureByProc("bench:start", () => measure(wantedMinutes(process.argv[2])));

async function measure(minutes: number): Promise<void> {
  await using directory = await temporaryDirectory("bench");
  await rm(path.join(projectRoot, "build"), { recursive: true, force: true });
  await removeTemplate();
  const rows: Row[] = [
    ...(await firstStart(directory.path, minutes)),
    ...(await secondStart(directory.path)),
    ...(await checks(directory.path)),
  ];
  process.stdout.write(
    `${markdownTable([["npm start", "measured", "aim, less than"], ...rows])}\n\nMeasured on ${describeProcessor()}.\n`,
  );
}

function wantedMinutes(argument: string | undefined): number {
  const minutes = Number(argument ?? STANDARD_MINUTES);
  if (minutes > 0) return minutes;
  throw new Error(`${argument} is no number of minutes`);
}

async function firstStart(home: string, minutes: number): Promise<Row[]> {
  await using machine = await startWholeMachine(home);
  const rows: Row[] = [
    [
      "first start, with build, template and empty data folder",
      seconds(machine.greenAfterMs),
      aims.firstStart,
    ],
    ...memoryRows("memory just after", await machine.memory()),
  ];
  await machine.longestHoldMs();
  const ownHold = monitorEventLoopDelay({ resolution: HOLD_RESOLUTION_MS });
  ownHold.enable();
  await readAlong(machine.statusUrl, AbortSignal.timeout(minutes * 60_000));
  ownHold.disable();
  return [
    ...rows,
    ...memoryRows(`memory after ${minutes} minutes`, await machine.memory()),
    [
      "longest hold of the page server's event loop meanwhile",
      milliseconds(await machine.longestHoldMs()),
      aims.hold,
    ],
    // It hardly works: what holds it is the machine, which has other things to do.
    ["… of the event loop of this measurement's own process", milliseconds(ownHold.max / 1e6), ""],
  ];
}

async function secondStart(home: string): Promise<Row[]> {
  await using machine = await startWholeMachine(home);
  return [["second start", seconds(machine.greenAfterMs), aims.secondStart]];
}

async function checks(home: string): Promise<Row[]> {
  const targetUrl = `http://127.0.0.1:${await freePort()}/healthz`;
  await using _target = await startServer({
    command: ["test/bench/monitor/target-server.ts", new URL(targetUrl).port],
    outputFile: path.join(home, "target.log"),
    isUp: async () => (await fetch(targetUrl)).ok,
  });
  const many = { checks: CHECKS_A_MINUTE, seconds: PROBING_SECONDS, targetUrl };
  const place = { url: undefined, dataDirectory: path.join(home, "many") };
  const { processorMsPerRun, runs, missed } = await probeMany(place, many);
  return [
    [
      `processor time of a check with storing on PGlite, ${CHECKS_A_MINUTE} a minute`,
      `${processorMsPerRun.toFixed(2)} ms (${runs} run, ${missed} missed)`,
      aims.check,
    ],
  ];
}

function memoryRows(what: string, processes: readonly ProcessMemory[]): Row[] {
  const sum = processes.reduce((bytes, process) => bytes + process.bytes, 0);
  return [
    [`${what} (PSS)`, megabytes(sum), aims.memory],
    ...processes.map(({ command, bytes }): Row => [`… ${nameOf(command)}`, megabytes(bytes), ""]),
  ];
}

/** Names a process by its entry and what that is given. */
function nameOf(command: readonly string[]): string {
  const entry = command.findIndex((part) => /\.(ts|mjs|js)$/.test(part));
  const words = entry < 0 ? command : command.slice(entry);
  return words.map((word) => path.relative(projectRoot, path.resolve(projectRoot, word))).join(" ");
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(0)} ms`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}
