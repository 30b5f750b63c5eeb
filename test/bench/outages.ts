/**
 * Measures how soon the status page tells that the service's database hangs or is slow, or that files are transcribed slowly, and what customers meet meanwhile:
 * `npm run bench:outages`, or one by a part of its name: `npm run bench:outages -- hung`. Service, prober and status API are real, monitor.yaml is the product's, and so are its periods.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { startPostgresql } from "../support/databases/postgresql.ts";
import { startProgram } from "../support/probes/prober-program.ts";
import { type SlowRouteProxy, startSlowRouteProxy } from "../support/servers/slow-route-proxy.ts";
import { startSwallowingProxy, type SwallowingProxy } from "../support/servers/swallowing-proxy.ts";
import { fixtureClip, transcriptionForm } from "../support/service/speech-service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

interface StatusDocument {
  readonly components: readonly {
    readonly id: string;
    readonly group: boolean;
    readonly status: string;
  }[];
}

interface Fault {
  readonly name: string;
  begin(between: Between): void;
  end(between: Between): void;
}

/** What stands between the service and its database, and between the service and who asks it. */
interface Between {
  readonly database: SwallowingProxy;
  readonly service: SlowRouteProxy;
}

const faults: readonly Fault[] = [
  {
    name: "hung database",
    begin: ({ database }) => database.vanish(),
    end: ({ database }) => database.comeBack(),
  },
  {
    name: "slow database, each query 3 s longer",
    begin: ({ database }) => database.delay(3_000),
    end: ({ database }) => database.delay(0),
  },
  {
    name: "slow transcription, each file 8 s longer",
    begin: ({ service }) => service.slowDown("POST /v1/audio/transcriptions", 8_000),
    end: ({ service }) => service.speedUp(),
  },
];

const STARTING_MS = 300_000;
const MAX_MS = 400_000;
/** How long a fault lasts after the page tells of it, for more than one component may show it. */
const STAYS_MS = 60_000;
/** Every check has had its slot. */
const QUIET_MS = 130_000;

await using server = await startPostgresql();
const url = new URL(await server.createDatabase());
await using database = await startSwallowingProxy(Number(url.port));
url.port = String(database.port);
await using data = await temporaryDirectory("outages");
const [servicePort, statusPort] = [await freePort(), await freePort()];
await using service = await startSlowRouteProxy(servicePort);
const serviceUrl = `http://127.0.0.1:${service.port}`;
const settings = {
  DATA_DIR: data.path,
  SERVICE_PORT: String(servicePort),
  STATUS_PORT: String(statusPort),
  SERVICE_DATABASE_URL: url.href,
  PUBLIC_URL: serviceUrl,
  BASE_URL: serviceUrl,
};
const clip = (await fixtureClip()).wav;
await using _service = startProgram("service/main.ts", settings);
await eventually("the service is ready", () => answers(`${serviceUrl}/readyz`), STARTING_MS);
const key = (await readFile(join(data.path, "bootstrap-api-key"), "utf8")).trim();
await using _monitor = startProgram("monitor.ts", settings);
await eventually("all is operational", async () => (await troubles())?.length === 0, STARTING_MS);

const [, , wanted = ""] = process.argv;
for (const fault of faults.filter(({ name }) => name.includes(wanted))) {
  say(`${fault.name}: all has been operational, and stays so for ${QUIET_MS / 1000} s`);
  await sleep(QUIET_MS);
  const begunAtMs = performance.now();
  const sinceBegin = () => ((performance.now() - begunAtMs) / 1000).toFixed(0);
  fault.begin({ database, service });
  const customers = new AbortController();
  const requests = Promise.all([
    customer("transcription", customers.signal, () =>
      fetch(`${serviceUrl}/v1/audio/transcriptions`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: transcriptionForm(clip),
      }),
    ),
    customer("list of voices", customers.signal, () =>
      fetch(`${serviceUrl}/v1/voices?type=saved`, { headers: { authorization: `Bearer ${key}` } }),
    ),
  ]);
  let shown: string | undefined;
  let notifiedAtMs = Infinity;
  while (performance.now() < Math.min(begunAtMs + MAX_MS, notifiedAtMs + STAYS_MS)) {
    const found = (await troubles())?.join(", ") ?? "";
    if (found !== "" && found !== shown) {
      say(`  after ${sinceBegin()} s the page says: ${found}`);
      if (shown === undefined) notifiedAtMs = performance.now();
      shown = found;
    }
    await sleep(500);
  }
  if (shown === undefined) say(`  after ${sinceBegin()} s the page says nothing of it`);
  customers.abort();
  await requests;
  const endedAtMs = performance.now();
  fault.end({ database, service });
  await eventually("all is operational", async () => (await troubles())?.length === 0, MAX_MS);
  say(`  all operational ${((performance.now() - endedAtMs) / 1000).toFixed(0)} s after its end`);
}

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

/** The components that are not operational; undefined while the status page does not answer. */
async function troubles(): Promise<readonly string[] | undefined> {
  const answer = await fetch(`http://127.0.0.1:${statusPort}/api/v2/status.json`).catch(() => null);
  if (answer?.ok !== true) return undefined;
  const { components } = (await answer.json()) as StatusDocument;
  return components
    .filter(({ group, status }) => !group && status !== "operational")
    .map(({ id, status }) => `${id} ${status}`);
}

async function answers(address: string): Promise<boolean> {
  return (await fetch(address).catch(() => null))?.ok === true;
}

/** Asks every other second; tells how long answers took, and what they were. */
async function customer(
  what: string,
  stop: AbortSignal,
  ask: () => Promise<Response>,
): Promise<void> {
  const seconds: number[] = [];
  const statuses = new Map<number, number>();
  while (!stop.aborted) {
    const begunAtMs = performance.now();
    const answer = await ask();
    await answer.arrayBuffer();
    seconds.push((performance.now() - begunAtMs) / 1000);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    await sleep(2_000);
  }
  const [first = 0, ...later] = seconds;
  const longest = Math.max(0, ...later);
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  say(
    `  ${what}: the first took ${first.toFixed(1)} s, others ${longest.toFixed(1)} s at most; ${answered}`,
  );
}
