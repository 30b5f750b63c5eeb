import { readFile } from "node:fs/promises";

/** Ticks per second in which the kernel reports times to programs (USER_HZ), the same on every Linux. */
export const TICKS_PER_SECOND = 100;

/** Returns the CPU time of a process in seconds, to 0.01 s; rejects where the system does not report it. */
export async function processorSeconds(pid: number): Promise<number> {
  const [user = 0, system = 0] = (await statFields(pid)).slice(11, 13).map(Number);
  return (user + system) / TICKS_PER_SECOND;
}

/** Returns the fields after the program name, which may contain spaces: state, parent process id and so on (proc(5)). */
export async function statFields(pid: number): Promise<readonly string[]> {
  const line = await readFile(`/proc/${pid}/stat`, "utf8");
  return line.slice(line.lastIndexOf(")") + 2).split(" ");
}
