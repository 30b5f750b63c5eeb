import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../fault.ts";
import { SERVICE_PLACES } from "../places.ts";
import { modelProcesses } from "./killed.ts";
import { lasting } from "./lasting.ts";

/** Two slots of each check fail, and the page is made anew. */
const OUTAGE_MS = 32_000;
const PAUSE_MS = 12_000;

export const serviceStopped: Fault = {
  name: "service stands still",
  hits: "service",
  hurts: SERVICE_PLACES,
  isPublishedFor: SERVICE_PLACES,
  strike: ({ service }) => stopped((signal) => service.signal(signal), OUTAGE_MS),
};

export const proberStopped: Fault = {
  name: "prober stands still",
  hits: "prober",
  hurts: [],
  strike: ({ prober }) => stopped((signal) => prober.signal(signal), PAUSE_MS),
};

export const statusApiStopped: Fault = {
  name: "status API stands still",
  hits: "status API",
  hurts: ["status-page", "status-writes"],
  strike: ({ statusApi }) => stopped((signal) => statusApi.signal(signal), PAUSE_MS),
};

export const modelStopped: Fault = {
  name: "a model's process stands still",
  hits: "service",
  hurts: ["stt-file", "stt-stream", "tts", "demo"],
  async strike({ service }, random) {
    const models = await modelProcesses(service);
    const pid = models[Math.floor(random() * models.length)];
    if (pid === undefined) throw new Error("no model has a process");
    // Nobody wakes it: the service has to see that it hangs.
    process.kill(pid, "SIGSTOP");
    await sleep(PAUSE_MS);
  },
};

function stopped(signal: (name: NodeJS.Signals) => void, forMs: number): Promise<void> {
  return lasting(
    forMs,
    () => signal("SIGSTOP"),
    () => signal("SIGCONT"),
  );
}
