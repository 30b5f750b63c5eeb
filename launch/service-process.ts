import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FINISH_MS } from "#runtime/drain.ts";
import { Fault } from "#runtime/fault.ts";
import { MAX_RESTART_PAUSE_MS, STEADY_MS } from "#runtime/restarts.ts";
import { Settings } from "#runtime/settings.ts";
import type { ModelState } from "../service/engine/process/lifecycle.ts";

/** A message from the speech service to the process that started it. */
type ServiceMessage =
  | { readonly type: "listening"; readonly url: string }
  | { readonly type: "model"; readonly id: string; readonly state: ModelState };

/** A running speech service; disposing it stops the service and waits until it is gone. */
export interface ServiceProcess extends AsyncDisposable {
  /** Where it listens. */
  readonly url: string;
  /** Makes it read its models folder again. */
  reload(): void;
}

interface ServiceProcessEvents {
  onMessage(message: ServiceMessage): void;
  /** Called when the service ended by itself and will be started again after `restartInMs`. */
  onRestart(how: string, restartInMs: number): void;
}

const entry = path.resolve(import.meta.dirname, "../service/main.ts");
const FIRST_BACK_OFF_MS = 1_000;
/** The time that a service needs, besides its drain, to stop its models and its database. */
const END_MS = 9_000;

/**
 * Starts the speech service as a child process with `environment`, and keeps it running.
 *
 * Rejects with `ServiceDidNotStart` when the first start ends before the service listens.
 * If the service ends later, it is restarted after a pause that doubles from 1 to 30 seconds.
 */
export async function startServiceProcess(
  events: ServiceProcessEvents,
  environment: NodeJS.ProcessEnv,
): Promise<ServiceProcess> {
  const stopping = new AbortController();
  let child = start(events, environment);
  const url = await listening(child);
  const supervision = supervise();

  async function supervise(): Promise<void> {
    let backOffMs = FIRST_BACK_OFF_MS;
    while (!stopping.signal.aborted) {
      const startedAtMs = performance.now();
      const how = await ended(child);
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAtMs > STEADY_MS) backOffMs = FIRST_BACK_OFF_MS;
      events.onRestart(how, backOffMs);
      await sleep(backOffMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      backOffMs = Math.min(backOffMs * 2, MAX_RESTART_PAUSE_MS);
      child = start(events, environment);
    }
  }

  return {
    url,
    reload() {
      if (child.connected) child.send({ type: "reload" });
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await end(child, new Settings(environment).drainSeconds * 1000 + FINISH_MS + END_MS);
      await supervision;
    },
  };
}

/** Thrown when the first start ended before the service listened; the service has written why to stderr. */
export class ServiceDidNotStart extends Fault {}

function start(events: ServiceProcessEvents, env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(entry, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.on("message", (message) => events.onMessage(message as ServiceMessage));
  return child;
}

async function listening(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.on("message", (data) => {
    const message = data as ServiceMessage;
    if (message.type === "listening") resolve(message.url);
  });
  void ended(child).then(() => reject(new ServiceDidNotStart()));
  return promise;
}

async function ended(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`;
}

async function end(child: ChildProcess, timeoutMs: number): Promise<void> {
  // Not a signal: the child may have received the same Ctrl-C, and would take the signal for a second one.
  if (child.connected) child.send({ type: "stop" });
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  await ended(child);
  clearTimeout(timer);
}
