/** What processes use, as Linux tells it. */

import { readFile } from "node:fs/promises";
import { cpuUsage } from "node:process";
import {
  processorSeconds,
  statFields,
  TICKS_PER_SECOND,
} from "#service/engine/confinement/processor-time.ts";
import { processTree } from "../support/process-tree.ts";

/** Counts seconds of processor time of this process and others. */
export class ProcessorTime {
  readonly #others: () => readonly number[];

  /** `others` gives the process ids beside this one. */
  constructor(others: () => readonly number[]) {
    this.#others = others;
  }

  /** Returns what a piece of work took of all the processes together. */
  async of(work: () => Promise<unknown>): Promise<number> {
    const before = await this.#seconds();
    await work();
    return (await this.#seconds()) - before;
  }

  async #seconds(): Promise<number> {
    const others = await Promise.all(this.#others().map(processorSeconds));
    const own = cpuUsage();
    return others.reduce((sum, seconds) => sum + seconds, (own.user + own.system) / 1e6);
  }
}

/** Returns the seconds of processor time that a process and all it started have used, those that ended included. */
export async function treeProcessorSeconds(rootPid: number): Promise<number> {
  const used = await Promise.all(
    (await processTree(rootPid)).map(async ({ pid }) => {
      // What has ended meanwhile is counted with its parent.
      const fields = await statFields(pid).catch(() => []);
      return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    }),
  );
  return used.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
}

/** Returns the bytes of memory that a process and all it started hold, pages they share counted in each. */
export async function residentBytes(rootPid: number): Promise<number> {
  return (await processTree(rootPid)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A process, its command line, and its share of memory: a page that three hold counts a third in each (PSS). */
export interface ProcessMemory {
  readonly pid: number;
  readonly command: readonly string[];
  readonly bytes: number;
}

/** Returns what a process and all it started hold, the largest first. */
export async function proportionalMemory(rootPid: number): Promise<ProcessMemory[]> {
  const found = (await processTree(rootPid)).map(async ({ pid }) => ({
    pid,
    command: (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0").filter(Boolean),
    bytes: await proportionalBytes(pid),
  }));
  return (await Promise.all(found)).toSorted((a, b) => b.bytes - a.bytes);
}

async function proportionalBytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) * 1024;
}
