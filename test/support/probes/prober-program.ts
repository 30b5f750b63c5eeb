import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { cleanEnvironment, QUICK_TO_START } from "../program.ts";

/** A program of the product that runs as a process of its own. */
export interface RunningProgram extends AsyncDisposable {
  readonly process: ChildProcess;
  /** All that it has written to stdout so far. */
  output(): string;
  /** Settles when it has ended. */
  readonly ended: Promise<EndedProgram>;
}

/** How a program ended and what it wrote. */
export interface EndedProgram {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const root = join(import.meta.dirname, "../../..");

/** Starts `entry`, a path from the project's root, with nothing of this process's environment that could set anything. */
export function startProgram(
  entry: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): RunningProgram {
  const child = spawn(process.execPath, [...QUICK_TO_START, join(root, entry), ...args], {
    cwd: root,
    env: { ...cleanEnvironment(), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close").then(() => ({ code: child.exitCode, stdout, stderr }));
  return {
    process: child,
    ended,
    output: () => stdout,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Runs `entry` to its end. */
export async function runProgram(
  entry: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<EndedProgram> {
  await using program = startProgram(entry, settings, args);
  return await program.ended;
}
