/** Attacks a service and sees what others notice: `npm run abuse`. Linux, because it reads memory from /proc. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { getPriority, setPriority } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { residentBytes } from "../kit/processes.ts";
import { aboutRun, mebibytes, verdict } from "../kit/report.ts";
import { markdownTable } from "../kit/table.ts";
import { callerOf } from "../support/service/speech-service.ts";
import type { Attack } from "./attack.ts";
import { ATTACKS, none } from "./attacks.ts";
import { lookOn, type Seen } from "./bystander.ts";
import { type AttackedService, startAttackedService } from "./victim.ts";

/** What another key may see meanwhile. */
const MOST = { smallP99Ms: 50, clipMs: 1000, firstByteMs: 200, growthBytes: 150 * 2 ** 20 };

const ATTACKER = path.join(import.meta.dirname, "attacker.ts");
const LESS_URGENT = 10;
const ATTACK_MS = 8000;
const SETTLING_MS = 3000;

interface Outcome extends Seen {
  readonly attack: Attack;
  readonly growthBytes: number;
}

const [only = ""] = process.argv.slice(2);
const startedAtMs = performance.now();
const outcomes: Outcome[] = [];
for (const attack of ATTACKS.filter(({ name }) => name.includes(only))) {
  outcomes.push(await suffer(attack));
  process.stderr.write(`${attack.item} ${attack.name}\n`);
}
process.stdout.write(`${tableOf(outcomes)}\n\n${aboutRun(startedAtMs)}\n`);
if (outcomes.some((one) => one.attack === none && !isHarmless(one))) {
  process.stdout.write(
    "Too much else runs on this machine: others wait as long without any attack.\n",
  );
}
process.exitCode = outcomes.every(isHarmless) ? 0 : 1;

/** Attacks a service of its own, and says what another key saw meanwhile. */
async function suffer(attack: Attack): Promise<Outcome> {
  await using service = await startAttackedService();
  const call = callerOf({ url: service.url, key: service.bystanderKey });
  // What is loaded and compiled at the first request is nobody's attack.
  await lookOn(call, AbortSignal.timeout(SETTLING_MS));
  const before = await residentBytes(service.pid);
  const seen = await lookOnWhile(attack, service);
  await sleep(SETTLING_MS);
  return { attack, ...seen, growthBytes: (await residentBytes(service.pid)) - before };
}

async function lookOnWhile(attack: Attack, { url, attackerKey, bystanderKey }: AttackedService) {
  const attacker = fork(ATTACKER, [attack.name, url, attackerKey]);
  const gone = once(attacker, "exit");
  const failed = gone.then(() => Promise.reject(new Error("the attacker has ended")));
  // A client on another machine would take none of this one's processors.
  setPriority(attacker.pid!, getPriority() + LESS_URGENT);
  try {
    await Promise.race([once(attacker, "message"), failed]);
    const look = lookOn(callerOf({ url, key: bystanderKey }), AbortSignal.timeout(ATTACK_MS));
    return await Promise.race([look, failed]);
  } finally {
    attacker.kill("SIGKILL");
    await gone;
  }
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
      mebibytes(one.growthBytes),
      verdict(isHarmless(one)),
    ]),
  ]);
}
