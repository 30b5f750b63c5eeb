/**
 * Measures the monitor: `npm run bench:monitor`, or some parts of it: `npm run bench:monitor -- documents probing`.
 *
 * Linux, because it reads what processes use from /proc.
 */

import { join } from "node:path";
import type { EmptyDatabase } from "../support/databases/every-database.ts";
import { freePort } from "../support/free-port.ts";
import {
  hasPostgresql,
  installPostgresql,
  startPostgresql,
} from "../support/databases/postgresql.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import type { RequestRate } from "./api/request-rate.ts";
import { measureByProc } from "../kit/command-line.ts";
import { startServer } from "../kit/server-process.ts";
import { blackboxProcessorMs, installBlackboxExporter } from "./monitor/blackbox-exporter.ts";
import { type ProbingFigures, probeMany } from "./monitor/many-checks.ts";
import { observationBytes } from "./monitor/observation-size.ts";
import { rebuildTimes, type RebuildTime } from "./monitor/rebuild.ts";
import { documentRates } from "./monitor/served-documents.ts";
import { describeMachine, keepToOneCore, leaveOneCore } from "../kit/one-core.ts";
import { markdownTable } from "../kit/table.ts";

type Row = readonly [what: string, figure: string];

/** A kind of database, and an empty one of it each time; undefined where the system lacks it. */
interface DatabaseKind {
  readonly name: string;
  /** How many checks a minute it is tried with: the embedded database is for one machine's few. */
  readonly checksAMinute: number;
  readonly empty: (() => Promise<EmptyDatabase>) | undefined;
}

/** What the exporter is asked for, as evenly as a prober runs its checks. */
const PROBES_A_MINUTE = 5_000;
const PROBING_SECONDS = 60;
const BLACKBOX_SECONDS = 30;

const parts = ["documents", "snapshot", "storing", "probing"] as const;
type Part = (typeof parts)[number];

await measureByProc("bench:monitor", () => measure(wantedParts(process.argv.slice(2))));

async function measure(wanted: ReadonlySet<Part>): Promise<void> {
  const isOnOneCore = keepToOneCore();
  const machine = describeMachine(isOnOneCore);
  // What is measured has one core for itself, and what it works with has the others.
  leaveOneCore();
  await using directory = await temporaryDirectory("bench");
  await using postgresql = hasPostgresql() ? await startPostgresql() : undefined;
  const targetPort = await freePort();
  const targetUrl = `http://127.0.0.1:${targetPort}/healthz`;
  await using _target = await startServer({
    command: ["test/bench/monitor/target-server.ts", String(targetPort)],
    outputFile: join(directory.path, "target.log"),
    isUp: async () => (await fetch(targetUrl)).ok,
  });
  let databases = 0;
  const dataDirectory = (): string => join(directory.path, String((databases += 1)));
  const kinds: readonly DatabaseKind[] = [
    {
      name: "PGlite",
      checksAMinute: 500,
      empty: async () => ({ url: undefined, dataDirectory: dataDirectory() }),
    },
    {
      name: "PostgreSQL",
      checksAMinute: 5_000,
      empty:
        postgresql &&
        (async () => ({
          url: await postgresql.createDatabase(),
          dataDirectory: dataDirectory(),
        })),
    },
  ];
  const rows: Row[] = [];
  if (wanted.has("documents")) rows.push(...(await documents()));
  for (const kind of kinds) if (wanted.has("snapshot")) rows.push(...(await rebuilding(kind)));
  for (const kind of kinds) if (wanted.has("storing")) rows.push(...(await storing(kind)));
  if (wanted.has("probing")) rows.push(...(await probing(kinds, targetUrl)));
  process.stdout.write(
    `${markdownTable([["", "measured"], ...rows])}\n\nMeasured on ${machine}.\n`,
  );
}

function wantedParts(names: readonly string[]): ReadonlySet<Part> {
  const wanted = parts.filter((part) => names.length === 0 || names.includes(part));
  if (wanted.length < names.length) throw new Error(`the parts are ${parts.join(", ")}`);
  return new Set(wanted);
}

async function documents(): Promise<Row[]> {
  const { bytes, whole, unchanged, bareWhole, bareUnchanged } = await documentRates();
  const share = (bare: RequestRate, ours: RequestRate): string =>
    `${(bare.microseconds / ours.microseconds).toFixed(2)} ×`;
  return [
    [`status.json, ${bytes} bytes`, rateText(whole)],
    ["a bare fastify route with the same bytes and headers", rateText(bareWhole)],
    // By processor time, which does not depend on what else the machine does and on who asks.
    ["what a core answers beside bare", share(bareWhole, whole)],
    ["status.json, 304", rateText(unchanged)],
    ["a bare fastify route, 304", rateText(bareUnchanged)],
    ["what a core answers with 304 beside bare", share(bareUnchanged, unchanged)],
  ];
}

async function rebuilding({ name, empty }: DatabaseKind): Promise<Row[]> {
  if (empty === undefined) return [[`snapshot on ${name}`, notMeasured(installPostgresql)]];
  keepToOneCore();
  const rows: Row[] = [];
  for (const components of [7, 100]) {
    const times = await rebuildTimes(await empty(), components);
    const what = `snapshot of ${components} components over 90 days, ${name}`;
    rows.push(
      [`${what}, after an observation`, timeText(times.afterObservation)],
      ["… after a component's change", timeText(times.afterStatusChange)],
      ["… at the start", timeText(times.atStart)],
    );
  }
  leaveOneCore();
  return rows;
}

async function storing({ name, empty }: DatabaseKind): Promise<Row[]> {
  const what = `bytes on disk for an observation, ${name}`;
  if (empty === undefined) return [[what, notMeasured(installPostgresql)]];
  return [[what, (await observationBytes(await empty())).toFixed(0)]];
}

async function probing(kinds: readonly DatabaseKind[], targetUrl: string): Promise<Row[]> {
  const pace = { perMinute: PROBES_A_MINUTE, seconds: BLACKBOX_SECONDS };
  const blackboxMs = await blackboxProcessorMs(targetUrl, pace);
  const rows: Row[] = [
    [
      "processor time of a probe, prometheus-blackbox-exporter",
      blackboxMs === undefined
        ? notMeasured(installBlackboxExporter)
        : `${blackboxMs.toFixed(2)} ms`,
    ],
  ];
  for (const { name, checksAMinute, empty } of kinds) {
    const what = `${checksAMinute} checks a minute, ${name}`;
    if (empty === undefined) {
      rows.push([what, notMeasured(installPostgresql)]);
      continue;
    }
    const many = { checks: checksAMinute, seconds: PROBING_SECONDS, targetUrl };
    const figures = await probeMany(await empty(), many);
    rows.push(...probingRows(what, figures, blackboxMs));
  }
  return rows;
}

function probingRows(
  what: string,
  {
    runs,
    missed,
    failed,
    processorMsPerRun,
    processorShare,
    peakMemoryBytes,
    lagMs,
  }: ProbingFigures,
  blackboxMs: number | undefined,
): Row[] {
  const beside =
    blackboxMs === undefined
      ? ""
      : `, ${(processorMsPerRun / blackboxMs).toFixed(2)} × the exporter's`;
  return [
    [what, `${runs} run, ${missed} missed, ${failed} failed`],
    [
      "… processor time of a check, verdict and storing included",
      `${processorMsPerRun.toFixed(2)} ms${beside}`,
    ],
    ["… share of the core", `${(100 * processorShare).toFixed(0)} %`],
    [
      "… late by, half / 99 % / all",
      `${[lagMs.p50, lagMs.p99, lagMs.max].map((ms) => ms.toFixed(0)).join(" / ")} ms`,
    ],
    ["… memory at most", `${(peakMemoryBytes / 1024 / 1024).toFixed(0)} MB`],
  ];
}

function rateText({ perSecond, microseconds }: RequestRate): string {
  return `${perSecond.toFixed(0)} a second, ${microseconds.toFixed(1)} µs each`;
}

function timeText({ processorMs, elapsedMs }: RebuildTime): string {
  return `${processorMs.toFixed(1)} ms of processor time, ${elapsedMs.toFixed(1)} ms passed`;
}

function notMeasured(install: string): string {
  return `not measured (${install})`;
}
