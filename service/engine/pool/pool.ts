import { MINUTE_MS } from "#units/time.ts";
import { inThisTrace } from "#runtime/tracing.ts";
import type { AdmissionLimits, Urgency } from "../admission/admission.ts";
import { EngineError, modelLoading } from "../admission/engine-error.ts";
import { Places } from "../admission/places.ts";
import { REQUESTABLE_CAPABILITIES, type Capability, type Manifest } from "../model/manifest.ts";
import type { Abilities, BuiltInVoice, Partials } from "../model/model.ts";
import type { ModelFolder } from "../model/model-folders.ts";
import type { EngineObserver } from "./observer.ts";
import type { ModelState } from "../process/lifecycle.ts";
import { ModelProcess } from "../process/model-process.ts";
import { Uses } from "./uses.ts";

const LIMITS_PER_PROCESS: Readonly<Record<Manifest["task"], AdmissionLimits>> = {
  transcription: { live: 32, files: 4, long: 2, waiting: 32, deadlineSeconds: 30 },
  // A slow client keeps its place while it reads, hence the many places.
  synthesis: { live: 16, files: 16, long: 8, waiting: 32, deadlineSeconds: 30 },
};

/** Compute seconds per unit assumed before the first measurement; a unit is a second of audio heard or a character spoken. */
const FIRST_GUESS_SECONDS: Readonly<Record<Manifest["task"], number>> = {
  transcription: 0.01,
  synthesis: 0.005,
};
const WEIGHT_OF_NEWEST = 0.1;

/** A request that has looked up a model takes a place at it sooner than this. */
const QUIET_MS = 5_000;
/** How long running files, and the last results of streams, may take after a replaced model has ended its streams. */
const MAX_END_MS = 15 * MINUTE_MS;

/** A job for a model; its units are seconds of audio to hear, or characters to speak. */
export interface Work {
  readonly urgency: Urgency;
  readonly units: number;
  /** Whether the client has no account; some places are reserved for clients with one. */
  readonly isAnonymous?: boolean;
}

/** A place at a model, held until disposed. */
export interface Slot extends Disposable {
  readonly modelId: string;
  readonly process: ModelProcess;
  /** Number of processes that the model has. */
  readonly processes: number;
  /** Returns a process that has nothing to do now, if there is one. */
  idleProcess(): ModelProcess | undefined;
  readonly sampleRate: number;
  /** Reports the cost of a finished part of the job; `audioSeconds` is the duration of generated speech, else left out. */
  computed(units: number, computeSeconds: number, audioSeconds?: number): void;
}

/** One model: its processes, and the queue in front of them. */
export class ModelPool {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly createdAt: Date;
  readonly #uses = new Uses();
  readonly #ending = new AbortController();
  #isStopped = false;
  readonly #processes: readonly ModelProcess[];
  readonly #places: Places;
  readonly #observer: EngineObserver;
  readonly #cost: ComputeCost;
  #abilities: Abilities | undefined;
  #announced: ModelState | undefined;
  /** Whether its state is reported as that of its model id: not while it loads next to another, nor once it is retired. */
  #isShown = false;
  #loaded: ((problem?: string) => void) | undefined;

  constructor(
    { folder, manifest, createdAt }: ModelFolder,
    processes: number,
    observer: EngineObserver,
  ) {
    this.folder = folder;
    this.manifest = manifest;
    this.createdAt = createdAt;
    this.#observer = observer;
    const limits = scale(LIMITS_PER_PROCESS[manifest.task], processes);
    this.#places = new Places(`The model ${manifest.id}`, limits);
    this.#cost = new ComputeCost(manifest.task, processes);
    this.#processes = Array.from(
      { length: processes },
      () =>
        new ModelProcess(folder, {
          stateChanged: () => this.#announce(),
          ready: (abilities) => {
            this.#abilities = abilities;
          },
          unusable: (message) => {
            if (this.#isShown) observer.modelBroken(manifest.id, message);
            this.#loaded?.(message);
          },
          ended: (how, restartInMs) => {
            if (this.#isShown) observer.processEnded(manifest.id, how, restartInMs);
            this.#loaded?.(`${folder}: its process ended while it loaded (${how})`);
          },
        }),
    );
  }

  get id(): string {
    return this.manifest.id;
  }

  get sampleRate(): number {
    return this.manifest.sample_rate;
  }

  /** `ok` when at least one process answers. */
  get state(): ModelState {
    const states = new Set(this.#processes.map((process) => process.state));
    const best: readonly ModelState[] = ["ok", "hung", "starting", "restarting", "broken"];
    return best.find((state) => states.has(state)) ?? "starting";
  }

  /** The error for requests that it cannot serve now. */
  get unready(): EngineError {
    return modelLoading(this.id, this.state === "broken");
  }

  /** The built-in voices; empty until a synthesis model was loaded once. */
  get voices(): readonly BuiltInVoice[] {
    return this.#abilities?.voices ?? [];
  }

  /** Sample rate in Hz of recordings for its voice space; undefined without one, or before the first load. */
  get voiceSpaceRate(): number | undefined {
    return this.#abilities?.voiceSpaceRate;
  }

  /** How the partial transcripts of live streams arrive. */
  get partials(): Partials {
    return this.#abilities?.partials ?? "steady";
  }

  /** Returns whether the manifest of the model lists a capability; known before the model is loaded. */
  can(capability: Capability): boolean {
    return this.manifest.capabilities?.includes(capability) === true;
  }

  /** The capabilities that requests of its task may require and that it does not have. */
  get missing(): readonly Capability[] {
    return REQUESTABLE_CAPABILITIES[this.manifest.task].filter(
      (capability) => !this.can(capability),
    );
  }

  get queue(): { readonly running: number; readonly waiting: number } {
    return this.#places.queue;
  }

  get pids(): readonly number[] {
    return this.#processes.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /** Aborted when its streams have to end because another model has taken its place. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Keeps it from stopping until disposed, for a request that is about to take a place. */
  hold(): Disposable {
    return this.#uses.begin();
  }

  start(): void {
    this.show();
    for (const process of this.#processes) process.start();
  }

  /** Starts it while another one serves; resolves when it has warmed up, or with one line on why it cannot be used. */
  async load(): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#loaded = resolve;
    for (const process of this.#processes) process.start();
    const problem = await promise;
    this.#loaded = undefined;
    return problem;
  }

  /** Reports its state as that of its model id from now on. */
  show(): void {
    this.#isShown = true;
    this.#announce();
  }

  /** Stops it when nobody uses it any more; aborts `ending` after `streamSeconds`. */
  async retire(streamSeconds: number): Promise<void> {
    this.#isShown = false;
    const streamMs = streamSeconds * 1000;
    const timer = setTimeout(() => this.#ending.abort(), streamMs).unref();
    await this.#uses.untilQuiet(QUIET_MS, streamMs + MAX_END_MS);
    clearTimeout(timer);
    await this.stop();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#refuseWaiting();
    await Promise.all(this.#processes.map((process) => process.stop()));
  }

  /** Throws the EngineError (model_loading, server_busy, high_demand) that a file would get now, however short it is. */
  checkRoomForFile(isAnonymous: boolean): void {
    if (!this.#isUsable) throw this.#refused(this.unready);
    try {
      this.#places.check({ urgency: "short", isAnonymous });
    } catch (error) {
      throw error instanceof EngineError ? this.#refused(error) : error;
    }
  }

  /** Waits for a place; rejects with EngineError (model_loading, server_busy, high_demand) or the signal's reason. */
  async admit(work: Work, signal: AbortSignal): Promise<Slot> {
    signal.throwIfAborted();
    if (!this.#isUsable) throw this.#refused(this.unready);
    const arrivedAtMs = performance.now();
    using held = new DisposableStack();
    held.use(this.hold());
    held.use(await this.#place(work, signal));
    // How long work waits that nobody waits for says nothing about the service.
    if (work.urgency !== "later") {
      this.#observer.admitted(this.id, (performance.now() - arrivedAtMs) / 1000);
    }
    const process = this.#freestProcess();
    return this.#slot(process, held.move());
  }

  get #isUsable(): boolean {
    return this.state === "ok" && !this.#isStopped;
  }

  async #place({ urgency, units, isAnonymous }: Work, signal: AbortSignal): Promise<Disposable> {
    const workSeconds = this.#cost.estimateSeconds(units);
    try {
      return await this.#places.take(
        { urgency, workSeconds, isAnonymous: isAnonymous === true },
        signal,
      );
    } catch (error) {
      throw error instanceof EngineError ? this.#refused(error) : error;
    }
  }

  #freestProcess(): ModelProcess {
    const [process] = this.#processes
      .filter(({ state }) => state === "ok")
      .sort((one, other) => one.jobs - other.jobs);
    if (process === undefined || this.#isStopped) throw this.#refused(this.unready);
    return process;
  }

  #slot(process: ModelProcess, place: Disposable): Slot {
    return {
      modelId: this.id,
      process,
      processes: this.#processes.length,
      idleProcess: () => this.#processes.find(({ state, jobs }) => state === "ok" && jobs === 0),
      sampleRate: this.manifest.sample_rate,
      computed: inThisTrace((units, computeSeconds, audioSeconds = units) => {
        this.#cost.add(units, computeSeconds);
        this.#observer.computed(this.id, computeSeconds, audioSeconds);
      }),
      [Symbol.dispose]: () => place[Symbol.dispose](),
    };
  }

  #refused(error: EngineError): EngineError {
    this.#observer.refused(this.id, error.code);
    return error;
  }

  #refuseWaiting(): void {
    this.#places.refuseWaiting(() => this.unready);
  }

  #announce(): void {
    const { state } = this;
    if (this.#processes.every((process) => process.state === "ok")) this.#loaded?.();
    if (state !== "ok") this.#refuseWaiting();
    if (state === this.#announced || !this.#isShown) return;
    this.#announced = state;
    this.#observer.modelState(this.id, state);
  }
}

function scale({ live, files, long, waiting, ...rest }: AdmissionLimits, by: number) {
  return { live: live * by, files: files * by, long: long * by, waiting: waiting * by, ...rest };
}

/** Estimates, from finished jobs, how long a unit of work takes a model with a number of processes. */
class ComputeCost {
  readonly #processes: number;
  #secondsPerUnit: number;

  constructor(task: Manifest["task"], processes: number) {
    this.#processes = processes;
    this.#secondsPerUnit = FIRST_GUESS_SECONDS[task];
  }

  add(units: number, computeSeconds: number): void {
    if (units <= 0) return;
    const measured = computeSeconds / units;
    this.#secondsPerUnit += WEIGHT_OF_NEWEST * (measured - this.#secondsPerUnit);
  }

  estimateSeconds(units: number): number {
    return (units * this.#secondsPerUnit) / this.#processes;
  }
}
