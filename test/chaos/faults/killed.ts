import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../fault.ts";
import { PLACES, type Place, SERVICE_PLACES } from "../places.ts";
import type { Supervised } from "../system/supervised.ts";
import type { System } from "../system/system.ts";

/** At some moment of what it does. */
const WITHIN_MS = 1000;
const GONE_EVERY_MS = 20;

export const serviceKilled = killed("service", ({ service }) => service, SERVICE_PLACES);
export const proberKilled = killed("prober", ({ prober }) => prober, []);
export const statusApiKilled = killed("status API", ({ statusApi }) => statusApi, [
  "status-page",
  "status-writes",
]);

export const modelKilled: Fault = {
  name: "a model's process killed",
  hits: "service",
  hurts: ["stt-file", "stt-stream", "tts", "demo"],
  async strike({ service }, random) {
    const models = await modelProcesses(service);
    const pid = models[Math.floor(random() * models.length)];
    if (pid === undefined) throw new Error("no model has a process");
    process.kill(pid, "SIGKILL");
  },
};

export const everythingKilled: Fault = {
  name: "all programs killed at once",
  hits: "service, prober, status API",
  hurts: PLACES,
  ends: 3,
  async strike({ service, prober, statusApi }) {
    await Promise.all([service, prober, statusApi].map(kill));
  },
};

/** The process ids of a service's models. */
export async function modelProcesses(service: Supervised): Promise<readonly number[]> {
  return (await service.processes())
    .filter((line) => line.includes("engine/process/child.ts"))
    .map((line) => Number.parseInt(line, 10));
}

function killed(
  hits: string,
  programOf: (system: System) => Supervised,
  hurts: readonly Place[],
): Fault {
  return {
    name: `${hits} killed`,
    hits,
    hurts,
    ends: 1,
    async strike(system, random) {
      await sleep(random() * WITHIN_MS);
      await kill(programOf(system));
    },
  };
}

/** Kills a program, and waits until it is started again. */
export async function kill(program: Supervised): Promise<void> {
  const before = program.restarts;
  program.signal("SIGKILL");
  while (program.restarts === before) await sleep(GONE_EVERY_MS);
}
