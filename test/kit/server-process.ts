import { spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import path from "node:path";
import { eventually } from "../support/eventually.ts";
import { projectRoot } from "../support/program.ts";

/** A server that runs in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
}

export interface ServerProgram {
  /** A program of the system that runs the command; undefined for Node, the command's first part then is a file of the project. */
  readonly executable?: string;
  readonly command: readonly [entry: string, ...rest: string[]];
  readonly environment?: Readonly<Record<string, string>>;
  /** File for its output, because nobody reads along during a measurement. */
  readonly outputFile: string;
  /** Whether it answers as it should. */
  isUp(): Promise<boolean>;
}

const START_TIMEOUT_MS = 120_000;
const STOP_SIGNAL = "SIGTERM";

/** Starts a server and waits until it is up; it runs on the cores that this process has at that moment. */
export async function startServer(program: ServerProgram): Promise<ServerProcess> {
  await using output = await open(program.outputFile, "w");
  const [entry, ...rest] = program.command;
  const { executable = process.execPath } = program;
  const first = program.executable === undefined ? path.join(projectRoot, entry) : entry;
  const child = spawn(executable, [first, ...rest], {
    cwd: projectRoot,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...program.environment },
    stdio: ["ignore", output.fd, output.fd],
  });
  const gone = once(child, "exit");
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    child.kill(STOP_SIGNAL);
    await gone;
  });
  await eventually(
    `${entry} is up`,
    async () => {
      if (child.exitCode !== null) throw new Error(`${entry} ended with ${child.exitCode}`);
      return await program.isUp().catch(() => false);
    },
    START_TIMEOUT_MS,
  );
  const running = stack.move();
  return { pid: child.pid!, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
