import { readFile } from "node:fs/promises";

/** The kernel's clock tick towards programs, the same on every Linux. */
export const TICKS_PER_SECOND = 100;

/** Returns the seconds of processor time that a process has used, to a hundredth; rejects where the system does not tell. */
export async function processorSeconds(pid: number): Promise<number> {
  const [user = 0, system = 0] = (await statFields(pid)).slice(11, 13).map(Number);
  return (user + system) / TICKS_PER_SECOND;
}

/** The fields after the program's name, which may hold spaces: state, parent's id and so on (proc(5)). */
export async function statFields(pid: number): Promise<readonly string[]> {
  const line = await readFile(`/proc/${pid}/stat`, "utf8");
  return line.slice(line.lastIndexOf(")") + 2).split(" ");
}
