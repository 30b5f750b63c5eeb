import { readFile } from "node:fs/promises";

/** Returns the peak memory of a process in bytes, or undefined where the system does not report it. */
export async function peakMemoryBytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
