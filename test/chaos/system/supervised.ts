import { setTimeout as sleep } from "node:timers/promises";
import { processesOfGroup, type Program, startProgram } from "../../support/program.ts";

/** As RestartSec of the units in deploy/systemd. */
const RESTART_MS = 2000;

/** A program that is started again whenever it ends, as its unit does. */
export class Supervised implements AsyncDisposable {
  readonly name: string;
  /** Number of restarts. */
  restarts = 0;
  /** Of those that ended. */
  readonly pastGroups: number[] = [];
  readonly #start: () => Program;
  readonly #supervision: Promise<void>;
  readonly #stopping = new AbortController();
  #program: Program;
  #output = "";

  /** Starts `entry` as an operator does: `node launch/start.mjs ENTRY`. */
  constructor(name: string, entry: string, environment: Record<string, string>) {
    this.name = name;
    this.#start = () => {
      const program = startProgram(entry, environment);
      GROUPS.add(program.pid);
      return program;
    };
    this.#program = this.#start();
    this.#supervision = this.#supervise();
  }

  get pid(): number {
    return this.#program.pid;
  }

  /** All that it wrote, over all its lives. */
  get output(): string {
    return this.#output + this.#program.output();
  }

  signal(signal: NodeJS.Signals): void {
    this.#program.signal(signal);
  }

  /** It and the processes that it started, as `pid command`. */
  processes(): Promise<string[]> {
    return processesOfGroup(this.pid);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    for (const pid of [this.pid, ...this.pastGroups]) killGroup(pid);
    await this.#supervision;
  }

  async #supervise(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await this.#program.ended();
      this.#output += this.#program.output();
      this.pastGroups.push(this.pid);
      await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      this.restarts += 1;
      this.#program = this.#start();
    }
  }
}

/** Of all programs that were ever started here. */
const GROUPS = new Set<number>();

// However the run ends, nothing goes on that it started.
process.once("exit", () => {
  for (const pid of GROUPS) killGroup(pid);
});

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
