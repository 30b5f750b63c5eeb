import { readFile } from "node:fs/promises";
import type { OpenDatabase } from "#database/open-database.ts";
import type { Engine } from "./engine/engine.ts";

/** Kinds of programs that the service starts. */
type ChildKind = "model" | "decoder" | "database";

const BYTES_PER_KILOBYTE = 1024;

/** Returns the resident memory of the children of each kind in bytes; 0 where the system does not report it. */
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
      // The process has just ended, or the system is not Linux.
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * BYTES_PER_KILOBYTE;
    }),
  );
  return all.reduce((sum, bytes) => sum + bytes, 0);
}
