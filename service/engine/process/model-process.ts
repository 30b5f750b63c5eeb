import { MINUTE_MS } from "#units/time.ts";
import { fork, type ChildProcess } from "node:child_process";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { confinedEnvironment, confiningFlags } from "../confinement/confined.ts";
import { AUDIO_PIPE, writeAudio } from "./audio-pipe.ts";
import {
  answered,
  becameBroken,
  becameReady,
  ended,
  STARTING,
  unanswered,
  type Lifecycle,
  type ModelState,
} from "./lifecycle.ts";
import type { Abilities } from "../model/model.ts";
import { modelConfinement } from "./model-confinement.ts";
import type { FromModel, ToModel } from "./protocol.ts";

const ENTRY = fileURLToPath(new URL("./child.ts", import.meta.url));
/** Maximum characters of the line that is given as a reason. */
const MAX_LINE_CHARACTERS = 500;
const PING_EVERY_MS = 5_000;
/** On a busy machine, a model takes minutes to load. */
const MAX_LOADING_MS = 10 * MINUTE_MS;

/** The messages that a job receives from its process; `gone` when the process ended before the job did. */
export type JobMessage =
  | Exclude<FromModel, { type: "ready" | "unusable" | "pong" }>
  | { type: "gone" };

export interface ModelProcessEvents {
  stateChanged(state: ModelState): void;
  ready(abilities: Abilities): void;
  /** The folder cannot be used; the message is one line. */
  unusable(message: string): void;
  ended(how: string, restartInMs: number): void;
}

/** One forked process that runs one model; started again with back-off when it ends. */
export class ModelProcess {
  readonly #folder: string;
  readonly #events: ModelProcessEvents;
  readonly #jobs = new Map<number, (message: JobMessage) => void>();
  #child: ChildProcess | undefined;
  #lifecycle: Lifecycle = STARTING;
  #restart: NodeJS.Timeout | undefined;
  #unansweredPings = 0;
  /** Why this class has killed it, while it hangs or fails to load; undefined otherwise. */
  #givenUpFor: string | undefined;
  #lastId = 0;

  constructor(folder: string, events: ModelProcessEvents) {
    this.#folder = folder;
    this.#events = events;
  }

  get state(): ModelState {
    return this.#lifecycle.state;
  }

  get jobs(): number {
    return this.#jobs.size;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    const child = fork(ENTRY, [this.#folder], {
      serialization: "advanced",
      env: confinedEnvironment(),
      execArgv: [...confiningFlags(modelConfinement(this.#folder))],
      stdio: ["ignore", "inherit", "pipe", "ipc", "pipe"],
    });
    this.#child = child;
    const lastWords = lastLineOf(child);
    const audio = audioOf(child);
    // A pipe breaks when its process ends, which is handled below.
    audio?.on("error", () => undefined);
    this.#unansweredPings = 0;
    this.#givenUpFor = undefined;
    const startedAtMs = performance.now();
    const pings = setInterval(() => this.#watch(child, startedAtMs), PING_EVERY_MS);
    let hasLoaded = false;
    child.on("message", (message) => {
      hasLoaded ||= (message as FromModel).type === "ready";
      this.#receive(message as FromModel);
    });
    const onEnd = (how: string) => {
      clearInterval(pings);
      this.#exited(this.#givenUpFor ?? how);
    };
    // By `close`, unlike `exit`, the pipes are closed as well and all output has been read.
    child.once("close", (code, signal) => {
      // Native code exits where it cannot use a file, and would do so again after a restart.
      if (code !== null && !hasLoaded) this.#cannotLoad(code, lastWords());
      onEnd(signal === null ? `exit code ${code}` : signalled(signal, lastWords()));
    });
    // For a process that did run, `close` counts: sending to one that has just ended emits an error too.
    child.on("error", (error) => {
      if (child.pid === undefined) onEnd(error.message);
    });
  }

  /** Ends the process for good and waits until it is gone. */
  async stop(): Promise<void> {
    clearTimeout(this.#restart);
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    // Nothing a model process does needs an orderly end, and a busy one would take its time.
    child.kill("SIGKILL");
    await gone;
  }

  /** Starts a job; its messages go to `listener` until the job is closed or receives `gone`. */
  openJob(listener: (message: JobMessage) => void): number {
    this.#lastId += 1;
    this.#jobs.set(this.#lastId, listener);
    return this.#lastId;
  }

  /** Forgets a job; unless it has finished by itself, tells the process to drop it. */
  closeJob(id: number): void {
    if (this.#jobs.delete(id)) this.send({ type: "drop", id });
  }

  send(message: ToModel): void {
    const child = this.#child;
    if (child?.connected === true) child.send(message, () => undefined);
  }

  /** Sends the next audio of a recognition, which must not be changed until `sent` is called. */
  sendAudio(id: number, samples: Int16Array, sent: () => void): void {
    const audio = this.#child && audioOf(this.#child);
    if (audio?.writable !== true) return sent();
    writeAudio(audio, samples, sent);
    this.send({ type: "accept", id, samples: samples.length });
  }

  #receive(message: FromModel): void {
    switch (message.type) {
      case "pong":
        this.#unansweredPings = 0;
        this.#become(answered(this.#lifecycle));
        return;
      case "ready":
        this.#events.ready(message.abilities);
        this.#become(becameReady(this.#lifecycle, performance.now()));
        return;
      case "unusable":
        this.#events.unusable(message.message);
        this.#become(becameBroken(this.#lifecycle));
        return;
      case "progress":
      case "piece":
      case "spoken":
      case "placed":
      case "failed":
        this.#jobs.get(message.id)?.(message);
        if (isLast(message)) this.#jobs.delete(message.id);
    }
  }

  #watch(child: ChildProcess, startedAtMs: number): void {
    if (this.state === "broken") return;
    if (this.state !== "ok" && this.state !== "hung") {
      const isLate = performance.now() - startedAtMs > MAX_LOADING_MS;
      if (isLate) this.#giveUp(child, "it did not load in time");
      return;
    }
    const { lifecycle, isGivenUp } = unanswered(this.#lifecycle, this.#unansweredPings);
    if (isGivenUp) return this.#giveUp(child, "it did not answer");
    this.#become(lifecycle);
    this.#unansweredPings += 1;
    this.send({ type: "ping" });
  }

  #giveUp(child: ChildProcess, reason: string): void {
    this.#givenUpFor = reason;
    child.kill("SIGKILL");
  }

  #cannotLoad(exitCode: number, lastLine: string): void {
    if (this.state === "broken" || this.#child === undefined) return;
    const reason = lastLine === "" ? `exit code ${exitCode}` : lastLine;
    this.#events.unusable(`${this.#folder}: cannot be loaded: ${reason}`);
    this.#become(becameBroken(this.#lifecycle));
  }

  #exited(how: string): void {
    const wasStopped = this.#child === undefined;
    this.#child = undefined;
    const jobs = [...this.#jobs.values()];
    this.#jobs.clear();
    if (!wasStopped && this.state !== "broken") {
      const { lifecycle, restartInMs } = ended(this.#lifecycle, performance.now());
      if (restartInMs === undefined) {
        this.#events.unusable(
          `${this.#folder}: its process ended ${lifecycle.failures} times while it loaded, at last by ${how}, and is not started again`,
        );
      } else {
        this.#restart = setTimeout(() => this.start(), restartInMs);
        this.#events.ended(how, restartInMs);
      }
      this.#become(lifecycle);
    }
    for (const job of jobs) job({ type: "gone" });
  }

  #become(lifecycle: Lifecycle): void {
    const changed = lifecycle.state !== this.#lifecycle.state;
    this.#lifecycle = lifecycle;
    if (changed) this.#events.stateChanged(lifecycle.state);
  }
}

function signalled(signal: NodeJS.Signals, lastLine: string): string {
  if (signal === "SIGKILL") return `signal ${signal}, as when memory runs out`;
  // Native code says why before it aborts.
  return signal === "SIGABRT" && lastLine !== ""
    ? `signal ${signal} (${lastLine})`
    : `signal ${signal}`;
}

/** Forwards the standard error of a process; the returned function gives its last line. */
function lastLineOf({ stderr }: ChildProcess): () => string {
  let tail = "";
  stderr?.setEncoding("utf8").on("data", (text: string) => {
    process.stderr.write(text);
    tail = (tail + text).slice(-MAX_LINE_CHARACTERS);
  });
  return () => tail.trim().split("\n").at(-1)?.trim() ?? "";
}

/** Undefined for a process that could not be started. */
function audioOf(child: ChildProcess): Writable | undefined {
  return child.stdio[AUDIO_PIPE] as Writable | undefined;
}

function isLast(message: FromModel): boolean {
  if (message.type === "progress") return message.progress.finished;
  return message.type !== "piece";
}
