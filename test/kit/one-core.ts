import { spawnSync } from "node:child_process";
import { availableParallelism, cpus, loadavg } from "node:os";

/** The number of cores as this process found them, before it kept to some. */
const CORES = availableParallelism();

/**
 * Keeps this process, and the processes it starts from now on, on one core where `taskset` is there; returns whether
 * it could.
 */
export function keepToOneCore(): boolean {
  return keepTo(String(CORES - 1));
}

/** Keeps this process on the other cores, where there are any, so that what it started before has the one for itself. */
export function leaveOneCore(): boolean {
  return CORES > 1 && keepTo(`0-${CORES - 2}`);
}

function keepTo(cores: string): boolean {
  return spawnSync("taskset", ["-a", "-c", "-p", cores, String(process.pid)]).status === 0;
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
