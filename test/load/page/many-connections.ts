import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { residentBytes } from "../../kit/processes.ts";
import type { LoadCase } from "../load-case.ts";
import { quantile } from "../../kit/table.ts";
import { KeptConnection } from "./kept-connection.ts";

const CONNECTIONS = { long: 5000, short: 500 };
/** What this process and the status page need beside the connections. */
const SPARE_DESCRIPTORS = 500;
/** As a page that is looked at does. */
const REFRESH_MS = 15_000;
const REFRESHES = { long: 4, short: 1 };
const SHORT_REFRESH_MS = 3_000;
const REQUEST_EVERY_MS = 100;
const OPENED_AT_ONCE = 100;

/** What others and the machine may see of it. */
const LIMITS = { p99Ms: 250, growthBytes: 200 * 2 ** 20 };

export const manyConnections: LoadCase = {
  name: "many readers of the status page",
  promise: `Each reader keeps its connection and asks for what is new every ${REFRESH_MS / 1000} seconds, as an open page does. Promised is that all are answered, that 99 of 100 who newly come have status.json within ${LIMITS.p99Ms} ms, and that the processes of the page grow by less than ${LIMITS.growthBytes / 2 ** 20} MiB.`,
  headings: [
    "connections",
    "answered",
    "not answered",
    "status.json, median",
    "p99",
    "memory",
    "after",
  ],
  async run(targets, { isShort }) {
    const status = await targets.status();
    const size = isShort ? "short" : "long";
    const refreshMs = isShort ? SHORT_REFRESH_MS : REFRESH_MS;
    const connections = Math.min(CONNECTIONS[size], (await maxDescriptors()) - SPARE_DESCRIPTORS);
    await timesOfStatus(status.url, AbortSignal.timeout(2_000));
    const before = await residentBytes(status.pid);
    await using stack = new AsyncDisposableStack();
    const readers: KeptConnection[] = [];
    for (let at = 0; at < connections; at += OPENED_AT_ONCE) {
      const some = Math.min(OPENED_AT_ONCE, connections - at);
      const opened = Array.from({ length: some }, () => KeptConnection.open(status.url));
      readers.push(...(await Promise.all(opened)).map((reader) => stack.use(reader)));
    }
    const over = new AbortController();
    const times = timesOfStatus(status.url, over.signal);
    const readings = readers.map(async (reader, at) => {
      let answered = 0;
      await sleep((at / connections) * refreshMs);
      for (let count = 0; count < REFRESHES[size]; count += 1) {
        if (count > 0) await sleep(refreshMs);
        answered += (await reader.refresh("/page.json")) ? 1 : 0;
      }
      return answered;
    });
    const answered = (await Promise.all(readings)).reduce((sum, count) => sum + count, 0);
    const during = await residentBytes(status.pid);
    over.abort();
    const statusMs = await times;
    await stack.disposeAsync();
    await sleep(SHORT_REFRESH_MS);
    const after = await residentBytes(status.pid);
    const missing = connections * REFRESHES[size] - answered;
    const p99Ms = quantile(statusMs, 0.99);
    const growth = during - before;
    return [
      {
        cells: [
          String(connections),
          String(answered),
          String(missing),
          `${quantile(statusMs, 0.5).toFixed(0)} ms`,
          `${p99Ms.toFixed(0)} ms`,
          `+${mebibytes(growth)}`,
          `+${mebibytes(after - before)}`,
        ],
        isKept: missing === 0 && growth <= LIMITS.growthBytes && (isShort || p99Ms <= LIMITS.p99Ms),
      },
    ];
  },
};

/** Milliseconds of each request for status.json by somebody who comes newly; Infinity where it was not answered. */
async function timesOfStatus(url: string, until: AbortSignal): Promise<readonly number[]> {
  const times: number[] = [];
  while (!until.aborted) {
    const startedMs = performance.now();
    const headers = { connection: "close" };
    const answer = await fetch(`${url}/api/v2/status.json`, { headers }).catch(() => undefined);
    await answer?.arrayBuffer();
    times.push(answer?.ok === true ? performance.now() - startedMs : Infinity);
    await sleep(REQUEST_EVERY_MS);
  }
  return times;
}

/** Returns how many files and connections a process may have open here. */
async function maxDescriptors(): Promise<number> {
  const limits = await readFile("/proc/self/limits", "utf8");
  const [, max] = /^Max open files\s+(\S+)/m.exec(limits) ?? [];
  return max === "unlimited" ? Infinity : Number(max);
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
