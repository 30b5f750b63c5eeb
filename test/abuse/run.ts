/** Attacks a service and sees what others notice: `npm run abuse`. Linux, because it reads memory from /proc. */

import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { markdownTable } from "../bench/table.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { processesOfGroup, startProgram } from "../support/program.ts";
import { callerOf } from "../support/service/speech-service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import type { Attack, Victim } from "./attack.ts";
import { ATTACKS } from "./attacks.ts";
import { lookOn, type Seen } from "./bystander.ts";

/** What another key may see meanwhile. */
const MOST = { smallP99Ms: 50, clipMs: 1000, firstByteMs: 200, growthBytes: 150 * 2 ** 20 };

const ATTACK_MS = 8000;
const SETTLING_MS = 3000;
const START_MS = 120_000;

interface Outcome extends Seen {
  readonly attack: Attack;
  readonly growthBytes: number;
}

const [only = ""] = process.argv.slice(2);
const outcomes: Outcome[] = [];
for (const attack of ATTACKS.filter(({ name }) => name.includes(only))) {
  outcomes.push(await suffer(attack));
  process.stderr.write(`${attack.item} ${attack.name}\n`);
}
process.stdout.write(`${tableOf(outcomes)}\n`);
process.exitCode = outcomes.every(isHarmless) ? 0 : 1;

/** Starts a service as people do, attacks it, and says what another key saw meanwhile. */
async function suffer(attack: Attack): Promise<Outcome> {
  await using home = await temporaryDirectory("abuse");
  const dataDirectory = path.join(home.path, "data");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await using program = startProgram("service/main.ts", {
    DATA_DIR: dataDirectory,
    SERVICE_PORT: String(port),
    LOG_LEVEL: "error",
  });
  await eventually("it is ready", () => isOk(new URL("/readyz", url)), START_MS);
  const key = (await readFile(path.join(dataDirectory, "bootstrap-api-key"), "utf8")).trim();
  const call = callerOf({ url, key });
  // What is loaded and compiled at the first request is nobody's attack.
  await lookOn(call, AbortSignal.timeout(SETTLING_MS));
  const before = await memoryOf(program.pid);
  const until = AbortSignal.timeout(ATTACK_MS);
  const victim: Victim = { url, dataDirectory, session: () => beginSession(url) };
  const [seen] = await Promise.all([lookOn(call, until), strikeUntil(attack, victim, until)]);
  await sleep(SETTLING_MS);
  return { attack, ...seen, growthBytes: (await memoryOf(program.pid)) - before };
}

async function strikeUntil(attack: Attack, victim: Victim, until: AbortSignal): Promise<void> {
  const over = new Promise<void>((resolve) => until.addEventListener("abort", () => resolve()));
  while (!until.aborted) {
    await Promise.race([attack.strike(victim).catch(() => undefined), over]);
  }
}

async function isOk(url: URL): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Where too many have begun, a token that is none: the attack goes on with what it has. */
async function beginSession(url: string): Promise<string> {
  const answer = await fetch(new URL("/v1/sessions", url), {
    method: "POST",
    headers: { origin: url },
  });
  const { token } = (await answer.json()) as { readonly token?: string };
  return token ?? "st_none";
}

/** Bytes in memory of all processes of a program. */
async function memoryOf(groupId: number): Promise<number> {
  const processes = await processesOfGroup(groupId);
  const sizes = processes.map(async (line) => {
    const status = await readFile(`/proc/${line.split(" ")[0]}/status`, "utf8").catch(() => "");
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function isHarmless({ smallP99Ms, clipMs, firstByteMs, growthBytes }: Outcome): boolean {
  return (
    smallP99Ms < MOST.smallP99Ms &&
    clipMs < MOST.clipMs &&
    firstByteMs < MOST.firstByteMs &&
    growthBytes < MOST.growthBytes
  );
}

function tableOf(all: readonly Outcome[]): string {
  const ms = (figure: number): string =>
    figure === Infinity ? "refused" : `${figure.toFixed(0)} ms`;
  return markdownTable([
    ["", "attack", "small request, p99", "clip of 9 s", "first speech", "memory", ""],
    ...all.map((one) => [
      one.attack.item,
      one.attack.name,
      ms(one.smallP99Ms),
      ms(one.clipMs),
      ms(one.firstByteMs),
      `${(one.growthBytes / 2 ** 20).toFixed(0)} MiB`,
      isHarmless(one) ? "pass" : "FAIL",
    ]),
  ]);
}
