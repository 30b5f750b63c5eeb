import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

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

/** The models that come with the product. */
export const bundledModels = path.join(projectRoot, "service/models");

/** The models that tests run: their recogniser is the small one, which understands the clips in `fixtures` and loads in a moment. */
export const testModels = path.join(projectRoot, "service/small-models");

/** Where programs, the owner's files and the models of tests are, and what Node has compiled; no other setting of the product. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, SPEECH_MODELS_DIR: testModels };
}

/** As the processes of tests run: code of PGlite is not optimised, which programs that live for moments do not earn back. */
export const QUICK_TO_START = ["--liftoff-only"];

/** Starts `entry` through the launcher, with `environment` on top of a clean one, in a process group of its own. */
export function startProgram(entry: string, environment: Record<string, string>): Program {
  const child = spawn(process.execPath, [...QUICK_TO_START, "launch/start.mjs", entry], {
    cwd: projectRoot,
    env: { ...cleanEnvironment(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  return programOf(child);
}

/** Returns the program that runs as a process, which is to lead a process group of its own and to write to pipes. */
export function programOf(child: ChildProcessByStdio<null, Readable, Readable>): Program {
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

/** The processes of a group that are still there, as `pid command`; one that ended and waits for its parent is not. */
export async function processesOfGroup(groupId: number): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => describeProcess(pid, groupId)));
  return found.filter((line) => line !== undefined);
}

async function describeProcess(pid: string, groupId: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(group) !== groupId || state === "Z") return undefined;
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
    return `${pid} ${command.replaceAll("\0", " ").trim()}`;
  } catch {
    // It ended between the two looks.
    return undefined;
  }
}
