import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import {
  embeddedProcess,
  temporaryDataDirectory,
} from "../../support/databases/embedded-database.ts";
import { cleanEnvironment, projectRoot, QUICK_TO_START } from "../../support/program.ts";
import { signalProcess } from "../../support/process-tree.ts";
import type { Outcome } from "../fault.ts";

const WRITER = path.join(import.meta.dirname, "writer.ts");
/** At some moment of its writing. */
const WITHIN_MS = 400;
/** Numbers that one writer does not use up. */
const NUMBERS = 1_000_000;

type Message = { readonly opened: true } | { readonly committed: number };

export const NAME = "the embedded database killed in mid-write";

/**
 * Kills the embedded database's process, or the program that has it open, so many times while it writes, and sees what the next one
 * finds.
 */
export async function killEmbedded(kills: number, random: () => number): Promise<Outcome> {
  await using home = await temporaryDataDirectory("service");
  const committed = new Set<number>();
  let slowestMs = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    slowestMs = Math.max(slowestMs, await writeUntilKilled(home.path, kill, committed, random));
  }
  await using database = await openServiceDatabase({ dataDirectory: home.path });
  const { db } = database;
  const versions = await db.selectFrom("pronunciation_dictionaries").select("version").execute();
  const accounts = await db.selectFrom("accounts").select("id").execute();
  const found = new Map<number, number>();
  for (const { version } of versions) found.set(version, (found.get(version) ?? 0) + 1);
  const lost = [...committed].filter((number) => !found.has(number));
  const double = [...found.values()].filter((count) => count > 1);
  const complaints = [
    ...lost.map((number) => `lost: ${number}`),
    ...(double.length > 0 ? [`${double.length} are there twice`] : []),
    ...(accounts.length === versions.length ? [] : ["half a transaction was kept"]),
  ];
  return {
    name: `${NAME}, ${kills} times`,
    hits: "PGlite",
    recoveredAfterMs: slowestMs,
    acknowledged: committed.size,
    lost: lost.length,
    double: double.length,
    complaints,
  };
}

/** Returns how long the database took to open. */
async function writeUntilKilled(
  dataDirectory: string,
  kill: number,
  committed: Set<number>,
  random: () => number,
): Promise<number> {
  const startedMs = performance.now();
  const writer = fork(WRITER, [dataDirectory, String(kill * NUMBERS)], {
    cwd: projectRoot,
    env: cleanEnvironment(),
    execArgv: QUICK_TO_START,
  });
  const gone = once(writer, "exit");
  try {
    await nextMessage(writer, gone);
    const openedMs = performance.now() - startedMs;
    writer.on("message", (message: Message) => {
      if ("committed" in message) committed.add(message.committed);
    });
    await sleep(random() * WITHIN_MS);
    const database = await embeddedProcess(dataDirectory, "service");
    signalProcess(random() < 0.5 ? database : writer.pid!, "SIGKILL");
    // What it told before it ended arrives before its end.
    await gone;
    signalProcess(database, "SIGKILL");
    return openedMs;
  } finally {
    writer.kill("SIGKILL");
  }
}

async function nextMessage(writer: ChildProcess, gone: Promise<unknown>): Promise<void> {
  const ended = gone.then(() => Promise.reject(new Error("the embedded database does not open")));
  await Promise.race([once(writer, "message"), ended]);
}
