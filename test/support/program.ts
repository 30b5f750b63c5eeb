import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** A program of the project, started as its npm script starts it. */
export interface Program extends AsyncDisposable {
  readonly pid: number;
  /** All it wrote so far, to stdout and stderr. */
  output(): string;
  /** Resolves when its output matches; rejects with the output when it ends or `timeoutMs` is over before. */
  printed(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, or the signal's name. */
  ended(): Promise<number | NodeJS.Signals>;
}

export const projectRoot = path.resolve(import.meta.dirname, "../..");

/** Starts `entry` through the launcher, with `environment` on top of a clean one, in a process group of its own. */
export function startProgram(entry: string, environment: Record<string, string>): Program {
  const child = spawn(process.execPath, ["launch/start.mjs", entry], {
    cwd: projectRoot,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let text = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      for (const listener of listeners) listener();
    });
  }
  const gone = once(child, "close").then(() => child.signalCode ?? child.exitCode ?? 0);

  return {
    pid: child.pid!,
    output: () => text,
    async printed(pattern, timeoutMs = 60_000) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const look = (): void => {
        const match = pattern.exec(text);
        if (match !== null) resolve(match);
      };
      const fail = (why: string): void => reject(new Error(`${why} before ${pattern}:\n${text}`));
      const deadline = setTimeout(() => fail(`${timeoutMs} ms were over`), timeoutMs);
      listeners.add(look);
      void gone.then((how) => fail(`it ended (${how})`));
      look();
      return promise.finally(() => {
        clearTimeout(deadline);
        listeners.delete(look);
      });
    },
    signal: (signal) => void child.kill(signal),
    ended: () => gone,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        process.kill(-child.pid!, "SIGKILL");
        await gone;
      }
    },
  };
}

/** The processes of a program's group that are still there, as `pid command` lines. */
export async function processesOfGroup(groupId: number): Promise<string[]> {
  const ps = spawn("ps", ["-eo", "pgid=,pid=,stat=,args="]);
  let text = "";
  ps.stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  await once(ps, "close");
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith(`${groupId} `) && !/^\d+ +\d+ +Z/.test(line));
}
