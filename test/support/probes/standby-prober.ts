import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * Starts `quick-prober.ts` as a process that is ready and waits for a line on stdin to begin; resolves when it waits. Programs take
 * longer to start than some of them live. It is in `started` from its beginning on.
 */
export async function standbyProber(
  args: readonly string[],
  started: Set<ChildProcess>,
): Promise<ChildProcess> {
  const entry = join(import.meta.dirname, "quick-prober.ts");
  const child = spawn(process.execPath, [entry, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  started.add(child);
  await once(child.stdout, "data");
  return child;
}
