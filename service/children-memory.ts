import { readFile } from "node:fs/promises";
import type { OpenDatabase } from "#database/open-database.ts";
import type { Engine } from "./engine/engine.ts";

/** The programs that the service starts, by what they are for. */
type ChildKind = "model" | "decoder" | "database";

const BYTES_PER_KILOBYTE = 1024;

/** Returns what the children of each kind have in memory; 0 where the system does not tell. */
export async function childrenMemory(
  engine: Engine,
  database: Pick<OpenDatabase<unknown>, "childPid">,
): Promise<Readonly<Record<ChildKind, number>>> {
  const { childPid } = database;
  const [model, decoder, ofDatabase] = await Promise.all([
    residentBytes(engine.running.flatMap(({ pids }) => pids)),
    residentBytes(engine.decoder.pids),
    residentBytes(childPid === undefined ? [] : [childPid]),
  ]);
  return { model, decoder, database: ofDatabase };
}

async function residentBytes(pids: readonly number[]): Promise<number> {
  const all = await Promise.all(
    pids.map(async (pid) => {
      // One that has just ended, or another system than Linux.
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * BYTES_PER_KILOBYTE;
    }),
  );
  return all.reduce((sum, bytes) => sum + bytes, 0);
}
