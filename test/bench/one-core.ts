import { spawnSync } from "node:child_process";
import { availableParallelism, cpus, loadavg } from "node:os";

/**
 * Keeps this process, and the processes it starts from now on, on one core where `taskset` is there; returns whether
 * it could.
 */
export function keepToOneCore(): boolean {
  const core = String(availableParallelism() - 1);
  const { status } = spawnSync("taskset", ["-a", "-c", "-p", core, String(process.pid)]);
  return status === 0;
}

/** Says in one line what figures were measured on. */
export function describeMachine(isOnOneCore: boolean): string {
  const [model = "an unknown processor"] = cpus().map((cpu) => cpu.model);
  const where = isOnOneCore ? "one core" : "any core (taskset is missing)";
  const load = loadavg()[0]?.toFixed(1);
  return `${where} of ${model}, Node ${process.versions.node}, load of the machine ${load}`;
}
