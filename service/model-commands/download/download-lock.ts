import { hostname } from "node:os";
import { open, readFile, rm, stat, utimes } from "node:fs/promises";
import { Fault } from "#runtime/fault.ts";

/** Interval at which a lock is touched; one not touched for `STALE_MS` belongs to a dead process, on whichever machine. */
const TOUCH_MS = 5_000;
const STALE_MS = 30_000;

/** Takes a lock file; rejects with Fault, which names `what`, while another process holds it. */
export async function takeLock(file: string, what: string): Promise<AsyncDisposable> {
  if (!(await create(file))) {
    const holder = await holderOf(file);
    if (holder !== undefined) throw new Fault(`${what}: ${holder} is downloading it`);
    await rm(file, { force: true });
    if (!(await create(file))) throw new Fault(`${what}: another process is downloading it`);
  }
  const timer = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, TOUCH_MS);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await rm(file, { force: true });
    },
  };
}

async function create(file: string): Promise<boolean> {
  try {
    await using lock = await open(file, "wx");
    await lock.writeFile(`${process.pid} ${hostname()}\n`);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    throw new Fault(`${file}: cannot be written (${code})`);
  }
}

/** Returns the holder of a lock in words; undefined when that process is gone. */
async function holderOf(file: string): Promise<string | undefined> {
  try {
    const [pid = "", host = ""] = (await readFile(file, "utf8")).trim().split(" ");
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > STALE_MS) return undefined;
    if (host === hostname() && pid !== "" && !isRunning(Number(pid))) return undefined;
    return pid === "" ? "another process" : `process ${pid} on ${host}`;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
