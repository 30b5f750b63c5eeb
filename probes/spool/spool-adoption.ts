import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseOpenError } from "#database/database-open-error.ts";
import { lockDirectory } from "#database/directory-lock.ts";
import { parseSpooled } from "./spooled-run.ts";

/** A file of results that wait to be stored. */
export interface SpoolSegment {
  readonly path: string;
  count: number;
  bytes: number;
  oldestSlotMs: number;
}

/** A lock on a prober's files in the spool; its owner may read and delete them. */
export interface SpoolHold {
  release(): Promise<void>;
}

const SEGMENT_NAME = /^(.+)-\d{6}\.ndjson$/;
const LOCK_NAME = /^(.+)\.lock$/;

/** Locks the files whose names begin with a prober's id; throws `database_locked` when another process holds them. */
export function holdName(directory: string, prober: string): SpoolHold {
  const path = join(directory, prober);
  const lock = lockDirectory(path);
  return {
    async release() {
      lock.release();
      await rm(`${path}.lock`, { force: true });
    },
  };
}

/** Takes over the files of probers that no longer run, oldest results first; those of running ones are left alone. */
export async function adoptSegments(own: {
  readonly directory: string;
  readonly prober: string;
}): Promise<{ segments: SpoolSegment[]; holds: SpoolHold[] }> {
  const names = (await readdir(own.directory)).sort();
  const probers = new Set(
    names.flatMap((name) => (SEGMENT_NAME.exec(name) ?? LOCK_NAME.exec(name))?.[1] ?? []),
  );
  probers.delete(own.prober);
  const segments: SpoolSegment[] = [];
  const holds: SpoolHold[] = [];
  for (const prober of probers) {
    const hold = holdUnlessHeld(own.directory, prober);
    if (hold === undefined) continue;
    const left = names.filter((name) => SEGMENT_NAME.exec(name)?.[1] === prober);
    for (const name of left) segments.push(await readSegment(join(own.directory, name)));
    if (left.length > 0) holds.push(hold);
    else await hold.release();
  }
  return { segments: segments.sort((a, b) => a.oldestSlotMs - b.oldestSlotMs), holds };
}

function holdUnlessHeld(directory: string, prober: string): SpoolHold | undefined {
  try {
    return holdName(directory, prober);
  } catch (error) {
    if (error instanceof DatabaseOpenError && error.code === "database_locked") return undefined;
    throw error;
  }
}

async function readSegment(path: string): Promise<SpoolSegment> {
  const text = await readFile(path, "utf8");
  const { runs } = parseSpooled(text);
  return {
    path,
    count: runs.length,
    bytes: Buffer.byteLength(text),
    oldestSlotMs: Math.min(...runs.map((run) => run.slotMs)),
  };
}
