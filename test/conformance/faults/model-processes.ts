import { eventually } from "../../support/eventually.ts";
import type { SpeechService } from "../../support/service/speech-service.ts";

type Engine = SpeechService["engine"];
type Model = Engine["models"][number];

const TIMEOUT_MS = 120_000;

/** Waits until a model answers. */
export async function isReady(engine: Engine, id: string): Promise<Model> {
  const model = modelOf(engine, id);
  await eventually(`${id} is ready`, () => model.state === "ok", TIMEOUT_MS);
  return model;
}

/** Stops a model's process in the middle of its work, as a machine does that is out of breath; disposing lets it go on. */
export async function hang(engine: Engine, id: string): Promise<AsyncDisposable> {
  const model = await isReady(engine, id);
  const pids = [...model.pids];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  return released(engine, id, pids);
}

/** Kills a model's process and stops the next one while it loads; disposing lets it go on. */
export async function keepStarting(engine: Engine, id: string): Promise<AsyncDisposable> {
  for (;;) {
    const model = await isReady(engine, id);
    for (const pid of model.pids) process.kill(pid, "SIGKILL");
    await eventually("its end is noticed", () => model.state !== "ok", TIMEOUT_MS);
    const pids = await eventually(
      "the next one starts",
      () => model.pids.length > 0 && [...model.pids],
      TIMEOUT_MS,
    );
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    if (model.state !== "ok") return released(engine, id, pids);
    // It was quicker than we are.
    resume(pids);
  }
}

/** Kills processes as soon as they are there, as a machine without memory does; disposing ends that. */
export function keepKilling(pids: () => readonly number[]): AsyncDisposable {
  const timer = setInterval(() => signalAll(pids(), "SIGKILL"), 10);
  return { [Symbol.asyncDispose]: async () => clearInterval(timer) };
}

function released(engine: Engine, id: string, pids: readonly number[]): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      resume(pids);
      await isReady(engine, id);
    },
  };
}

function resume(pids: readonly number[]): void {
  signalAll(pids, "SIGCONT");
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended, or the service has given it up, in the meantime.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

function modelOf(engine: Engine, id: string): Model {
  const model = engine.models.find((one) => one.id === id);
  if (model === undefined) throw new Error(`there is no model ${id}`);
  return model;
}
