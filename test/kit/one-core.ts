import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

/** The cores that this process was given, before it kept to some. */
const CORES = givenCores();

/**
 * Keeps this process, and the processes it starts from now on, on one of its cores where `taskset` is there; returns whether
 * it could.
 */
export function keepToOneCore(): boolean {
  return keepTo(CORES.slice(-1));
}

/** Keeps this process on its other cores, where there are any, so that what it started before has the one for itself. */
export function leaveOneCore(): boolean {
  return CORES.length > 1 && keepTo(CORES.slice(0, -1));
}

function keepTo(cores: readonly number[]): boolean {
  return spawnSync("taskset", ["-a", "-c", "-p", cores.join(), String(process.pid)]).status === 0;
}

/** Reads the numbers of the cores from lists like "0-2,5"; without /proc, all of the machine are given. */
function givenCores(): readonly number[] {
  try {
    const [, list = ""] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(
      readFileSync("/proc/self/status", "utf8"),
    )!;
    return list.split(",").flatMap((range) => {
      const [from = 0, to = from] = range.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    });
  } catch {
    return cpus().map((_, at) => at);
  }
}

/** Says in one line what figures were measured on. */
export function describeMachine(isOnOneCore: boolean): string {
  return `${isOnOneCore ? "one core" : "any core (taskset is missing)"} of ${describeProcessor()}`;
}

/** Names the processor, and what else it does. */
export function describeProcessor(): string {
  const [model = "an unknown processor"] = cpus().map((cpu) => cpu.model);
  const load = loadavg()[0]?.toFixed(1);
  return `${model}, Node ${process.versions.node}, load of the machine ${load}`;
}
