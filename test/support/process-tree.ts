/** Processes and those that they started, as Linux tells it. */

import { readdir } from "node:fs/promises";
import { statFields } from "#service/engine/confinement/processor-time.ts";

const PAGE_BYTES = 4096;

export interface ProcessOfTree {
  readonly pid: number;
  readonly parentPid: number;
  /** Of memory, pages it shares with others included. */
  readonly bytes: number;
}

/** Returns a process and all that it started, and they started. */
export async function processTree(rootPid: number): Promise<readonly ProcessOfTree[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(statusOf));
  const processes = found.filter((process) => process !== undefined);
  const tree = new Set([rootPid]);
  // Children have higher ids than their parents but where ids wrapped around, hence until nothing is added.
  for (let size = 0; size !== tree.size;) {
    size = tree.size;
    for (const { pid, parentPid } of processes) if (tree.has(parentPid)) tree.add(pid);
  }
  return processes.filter(({ pid }) => tree.has(pid));
}

/** Sends a process a signal, unless it has ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function statusOf(pid: number): Promise<ProcessOfTree | undefined> {
  // It may have ended since it was listed.
  const fields = await statFields(pid).catch(() => undefined);
  if (fields === undefined) return undefined;
  return { pid, parentPid: Number(fields[1]), bytes: Number(fields[21]) * PAGE_BYTES };
}
