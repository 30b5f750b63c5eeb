import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { spreadOffsetMs } from "#probes/schedule/schedule.ts";
import { startServer } from "../../kit/server-process.ts";
import { treeProcessorSeconds } from "../../kit/processes.ts";
import type { EmptyDatabase } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { keepToOneCore, leaveOneCore } from "../../kit/one-core.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** How many checks a prober runs each minute, and for how long that is looked at. */
export interface ManyChecks {
  readonly checks: number;
  readonly seconds: number;
  /** What is probed. */
  readonly targetUrl: string;
}

/** What a prober with many checks came to. */
export interface ProbingFigures {
  /** Runs that were stored. */
  readonly runs: number;
  /** Slots that were due and have no stored run. */
  readonly missed: number;
  /** Stored runs that did not pass. */
  readonly failed: number;
  readonly processorMsPerRun: number;
  /** Of one core. */
  readonly processorShare: number;
  readonly peakMemoryBytes: number;
  readonly lagMs: { readonly p50: number; readonly p99: number; readonly max: number };
}

/** The process, the wall clock and what it used until then. */
interface Moment {
  readonly atMs: number;
  readonly processorSeconds: number;
}

const PERIOD_MS = 60_000;
const COMPONENTS = 50;
const FIRST_ROUND_TIMEOUT_MS = 180_000;
const LOOK_INTERVAL_MS = 2_000;
/** What is due at the end still has to be run and stored. */
const AFTERMATH_MS = 5_000;

/** Runs a real prober of `checks` HTTP checks a minute, each on a connection of its own, and reads what it stored. */
export async function probeMany(empty: EmptyDatabase, many: ManyChecks): Promise<ProbingFigures> {
  await using directory = await temporaryDirectory("bench");
  const file = path.join(directory.path, "monitor.yaml");
  await writeFile(file, monitorFile(many));
  const metricsPort = await freePort();
  const metrics = async (): Promise<string> =>
    (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  let from: Moment;
  let to: Moment;
  let peakMemoryBytes: number;
  {
    keepToOneCore();
    await using prober = await startServer({
      command: ["probes/main.ts"],
      environment: {
        DATA_DIR: empty.dataDirectory,
        ...(empty.url === undefined ? {} : { STATUS_DATABASE_URL: empty.url }),
        MONITOR_CONFIG: file,
        PROBE_API_KEY: "unused",
        PROBE_METRICS_PORT: String(metricsPort),
      },
      outputFile: path.join(directory.path, "prober.log"),
      isUp: async () => (await metrics()).length > 0,
    });
    leaveOneCore();
    await firstRoundDone(metrics, many.checks);
    // What is due in the rest of this slot was run by that round already.
    await sleep(PERIOD_MS - (Date.now() % PERIOD_MS));
    from = await momentOf(prober.pid);
    await sleep(many.seconds * 1000);
    to = await momentOf(prober.pid);
    await sleep(AFTERMATH_MS);
    peakMemoryBytes = await peakResidentBytes(prober.pid);
  }
  return { ...(await readFigures(empty, many, from, to)), peakMemoryBytes };
}

function monitorFile({ checks, targetUrl }: ManyChecks): string {
  const components = Array.from({ length: COMPONENTS }, (_, index) => ({
    id: `component-${index}`,
    name: `Component ${index}`,
    checks: Array.from({ length: checks / COMPONENTS }, (_, at) => ({
      id: checkId(index * (checks / COMPONENTS) + at),
      kind: "http",
      period_seconds: PERIOD_MS / 1000,
      url: targetUrl,
      expect_json: { status: "ok" },
    })),
  }));
  const page = { id: "page", name: "Page", url: "http://127.0.0.1" };
  // Every JSON document is a YAML document.
  return JSON.stringify({ page, groups: [], controls: [], components });
}

function checkId(index: number): string {
  return `check-${index}`;
}

/** The round that a prober begins with has no schedule that it could be late for. */
async function firstRoundDone(metrics: () => Promise<string>, checks: number): Promise<void> {
  await eventually(
    "every check ran once",
    async () => {
      await sleep(LOOK_INTERVAL_MS);
      const counts = (await metrics()).matchAll(/^probe_runs_total\{.*\} (\d+)$/gm);
      return [...counts].length >= checks;
    },
    FIRST_ROUND_TIMEOUT_MS,
  );
}

async function momentOf(pid: number): Promise<Moment> {
  return { atMs: Date.now(), processorSeconds: await treeProcessorSeconds(pid) };
}

async function peakResidentBytes(pid: number): Promise<number> {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kibibytes) * 1024;
}

async function readFigures(
  { url, dataDirectory }: EmptyDatabase,
  { checks }: ManyChecks,
  from: Moment,
  to: Moment,
): Promise<Omit<ProbingFigures, "peakMemoryBytes">> {
  await using database = await openStatusDatabase({ url, dataDirectory });
  const rows = await database.db
    .selectFrom("observations")
    .select(["check_id", "slot", "started_at", "result"])
    .where("attempt", "=", 1)
    .where("slot", ">=", new Date(from.atMs - PERIOD_MS))
    .execute();
  const started = new Map(
    rows.map((row) => [`${row.check_id} ${row.slot.getTime()}`, row.started_at.getTime()]),
  );
  const lagsMs: number[] = [];
  let missed = 0;
  for (let index = 0; index < checks; index += 1) {
    const offsetMs = spreadOffsetMs(index, PERIOD_MS);
    const firstMs = Math.ceil((from.atMs - offsetMs) / PERIOD_MS) * PERIOD_MS;
    for (let slotMs = firstMs; slotMs + offsetMs < to.atMs; slotMs += PERIOD_MS) {
      const startedMs = started.get(`${checkId(index)} ${slotMs}`);
      if (startedMs === undefined) missed += 1;
      else lagsMs.push(startedMs - slotMs - offsetMs);
    }
  }
  const worked = to.processorSeconds - from.processorSeconds;
  return {
    runs: lagsMs.length,
    missed,
    failed: rows.filter(({ result }) => result !== "ok").length,
    processorMsPerRun: (1000 * worked) / lagsMs.length,
    processorShare: (1000 * worked) / (to.atMs - from.atMs),
    lagMs: quantiles(lagsMs),
  };
}

function quantiles(figures: readonly number[]): ProbingFigures["lagMs"] {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const figure = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    if (figure === undefined) throw new Error("nothing was due");
    return figure;
  };
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
