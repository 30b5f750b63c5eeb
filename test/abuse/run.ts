/** Attacks the programs and sees what others notice: `npm run abuse`. Linux, because it reads memory from /proc. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { getPriority, setPriority } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isChosenBy, readArguments, runCommand } from "../kit/command-line.ts";
import { residentBytes } from "../kit/processes.ts";
import { aboutRun, mebibytes, verdict } from "../kit/report.ts";
import { markdownTable } from "../kit/table.ts";
import type { Attack, VictimName } from "./attack.ts";
import { ATTACKS } from "./attacks.ts";
import type { Seen } from "./seen.ts";
import type { Attacked, VictimProgram } from "./victims/attacked.ts";
import { VICTIMS } from "./victims/victims.ts";

const HELP = `usage: npm run abuse -- [TEXT[,TEXT ...]]

Attacks a speech service, a status page and a prober, and says what others saw meanwhile. Ends with 1 where something that is
promised did not hold; on a machine that does much else, where others saw more than twice what they saw before the attack.

  TEXT  attacks whose name, after that of the program and a colon, contains TEXT: "prober:", "half a form"
`;

const MAX_GROWTH_BYTES = 150 * 2 ** 20;
const ATTACKER = path.join(import.meta.dirname, "attacker.ts");
const LESS_URGENT = 10;
const ATTACK_MS = 8000;
const QUIET_MS = 3000;
/** Maximum share of a limit that others use without any attack, on a machine that does little else. */
const QUIET_SHARE = 0.5;
/** On a busy machine others may see so many times what they saw before the attack. */
const MAX_SLOWDOWN = 2;

const VERDICTS = { kept: verdict(true), asBefore: "as before", broken: verdict(false) };

interface Outcome {
  readonly attack: Attack;
  readonly quiet: Seen;
  readonly seen: Seen;
  readonly growthBytes: number;
}

await runCommand(HELP, readCommandLine, run);

function readCommandLine(args: readonly string[]): { readonly only: string } | "help" {
  const given = readArguments(args, {}, true);
  return given === "help" ? given : { only: given.positionals.join(",") };
}

async function run(
  { only }: { readonly only: string },
  interrupted: Promise<never>,
): Promise<number> {
  const startedAtMs = performance.now();
  const isChosen = isChosenBy(only);
  let isKept = true;
  for (const [name, program] of Object.entries(VICTIMS)) {
    const attacks = ATTACKS[name as VictimName].filter((one) => isChosen(`${name}: ${one.name}`));
    if (attacks.length === 0) continue;
    const outcomes = await sufferAll(name, program, attacks, interrupted);
    process.stdout.write(`## ${name}\n\n${tableOf(program, outcomes)}\n\n`);
    isKept &&= outcomes.every((one) => outcomeOf(program, one) !== "broken");
  }
  process.stdout.write(`${aboutRun(startedAtMs)}\n`);
  return isKept ? 0 : 1;
}

/** Attacks a program again and again; another one where an attack needs it, or the one before did harm. */
async function sufferAll(
  name: string,
  program: VictimProgram,
  attacks: readonly Attack[],
  interrupted: Promise<never>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let attacked: Attacked | undefined;
  try {
    for (const attack of attacks) {
      if (attack.takesSessions === true) {
        await attacked?.[Symbol.asyncDispose]();
        attacked = undefined;
      }
      attacked ??= await startWarm(program, interrupted);
      const outcome = await Promise.race([suffer(name, attack, attacked), interrupted]);
      outcomes.push(outcome);
      process.stderr.write(`${name}: ${rowOf(program, outcome).join(" · ")}\n`);
      if (outcomeOf(program, outcome) !== "broken") continue;
      await attacked[Symbol.asyncDispose]();
      attacked = undefined;
    }
  } finally {
    await attacked?.[Symbol.asyncDispose]();
  }
  return outcomes;
}

/** Starts a program; what it loads and compiles at the first requests is nobody's attack. */
async function startWarm(program: VictimProgram, interrupted: Promise<never>): Promise<Attacked> {
  const starting = program.start();
  try {
    const attacked = await Promise.race([starting, interrupted]);
    await Promise.race([attacked.lookOn(AbortSignal.timeout(QUIET_MS)), interrupted]);
    return attacked;
  } catch (error) {
    await starting.then((attacked) => attacked[Symbol.asyncDispose]()).catch(() => undefined);
    throw error;
  }
}

/** Returns what somebody else saw before an attack and meanwhile. */
async function suffer(name: string, attack: Attack, attacked: Attacked): Promise<Outcome> {
  const quiet = await attacked.lookOn(AbortSignal.timeout(QUIET_MS));
  const before = await residentBytes(attacked.pid);
  const seen = await lookOnWhile(name, attack, attacked);
  await sleep(QUIET_MS);
  return { attack, quiet, seen, growthBytes: (await residentBytes(attacked.pid)) - before };
}

async function lookOnWhile(name: string, attack: Attack, attacked: Attacked): Promise<Seen> {
  const attacker = fork(ATTACKER, [name, attack.name, attacked.url, attacked.key]);
  const gone = once(attacker, "exit");
  const failed = gone.then(() => Promise.reject(new Error("the attacker has ended")));
  // A client on another machine would take none of this one's processors.
  setPriority(attacker.pid!, getPriority() + LESS_URGENT);
  try {
    await Promise.race([once(attacker, "message"), failed]);
    return await Promise.race([attacked.lookOn(AbortSignal.timeout(ATTACK_MS)), failed]);
  } finally {
    attacker.kill("SIGKILL");
    await gone;
  }
}

/** Whether others saw no more than so many times what is given. */
function isWithin(seen: Seen, given: Seen, times: number): boolean {
  return (
    seen.smallP99Ms <= given.smallP99Ms * times &&
    seen.largeMs <= given.largeMs * times &&
    (seen.firstByteMs ?? 0) <= (given.firstByteMs ?? Infinity) * times
  );
}

/** Whether the limits held; on a busy machine, whether the times were about those before the attack. */
function outcomeOf({ max }: VictimProgram, { quiet, seen, growthBytes }: Outcome) {
  if (growthBytes >= MAX_GROWTH_BYTES) return "broken";
  if (isWithin(seen, max, 1)) return "kept";
  const isBusy = !isWithin(quiet, max, QUIET_SHARE);
  return isBusy && isWithin(seen, quiet, MAX_SLOWDOWN) ? "asBefore" : "broken";
}

function rowOf(program: VictimProgram, outcome: Outcome): readonly string[] {
  const { attack, quiet, seen, growthBytes } = outcome;
  return [
    attack.item,
    attack.name,
    ...(["smallP99Ms", "largeMs", "firstByteMs"] as const).map((figure) =>
      program.max[figure] === undefined ? "" : `${ms(quiet[figure])} → ${ms(seen[figure])}`,
    ),
    mebibytes(growthBytes),
    VERDICTS[outcomeOf(program, outcome)],
  ];
}

function ms(figure = Infinity): string {
  return figure === Infinity ? "refused" : `${figure.toFixed(0)} ms`;
}

function tableOf(program: VictimProgram, outcomes: readonly Outcome[]): string {
  const { small, large } = program.headings;
  return markdownTable([
    ["", "attack", small, large, "first speech", "memory", ""],
    ...outcomes.map((one) => rowOf(program, one)),
  ]);
}
