import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { startProduct } from "../../kit/product-process.ts";
import { proportionalMemory } from "../../kit/processes.ts";
import { median } from "../../kit/table.ts";

/** What readers ask for: the page, documents, and what is read from the database for each component. */
const addresses = [
  "/",
  "/api/v2/status.json",
  "/api/v2/summary.json",
  "/history",
  "/components/component-1",
  "/components/component-2?range=90d",
  "/api/v2/components/component-3/latency.json?days=90",
  "/badge/component-4.svg?show=latency",
];
const TIMES = 5;
const WALKED_COMPONENTS = 100;

/** Starts a status API on the database and asks it; rows of what was asked and how long it took. */
export async function servedFigures(databaseUrl: string): Promise<string[][]> {
  await using directory = await temporaryDirectory("bench");
  const beganMs = performance.now();
  await using api = await startProduct("status-api/main.ts", directory.path, {
    STATUS_DATABASE_URL: databaseUrl,
    DATA_DIR: directory.path,
  });
  const rows: string[][] = [
    ["from the start to a snapshot", `${(performance.now() - beganMs).toFixed(0)} ms`],
    ["memory after the start", await memoryOf(api.pid)],
  ];
  for (const address of addresses) {
    const elapsed: number[] = [];
    for (let time = 0; time < TIMES; time += 1) elapsed.push(await timeOf(api.url + address));
    rows.push([
      address,
      `${elapsed[0]!.toFixed(1)} ms, kept ${median(elapsed.slice(1)).toFixed(1)} ms`,
    ]);
  }
  const walked: number[] = [];
  for (let number = 1; number <= WALKED_COMPONENTS; number += 1) {
    walked.push(await timeOf(`${api.url}/components/component-${number}?range=90d`));
  }
  rows.push(
    ["each component's page with 90 days, nothing kept", `${median(walked).toFixed(1)} ms`],
    ["memory after that", await memoryOf(api.pid)],
  );
  return rows;
}

async function timeOf(address: string): Promise<number> {
  const beganMs = performance.now();
  const answer = await fetch(address);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return performance.now() - beganMs;
}

async function memoryOf(pid: number): Promise<string> {
  const processes = await proportionalMemory(pid);
  const bytes = processes.reduce((sum, process) => sum + process.bytes, 0);
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
