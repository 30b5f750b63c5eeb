import { inThisTrace } from "#settings/tracing.ts";
import type { AdmissionLimits, Urgency } from "../admission/admission.ts";
import { EngineError, modelLoading } from "../admission/engine-error.ts";
import { Places } from "../admission/places.ts";
import type { Capability, Manifest } from "../model/manifest.ts";
import type { Abilities, BuiltInVoice } from "../model/model.ts";
import type { EngineObserver } from "./observer.ts";
import type { ModelState } from "../process/lifecycle.ts";
import { ModelProcess } from "../process/model-process.ts";

const LIMITS_PER_PROCESS: Readonly<Record<Manifest["task"], AdmissionLimits>> = {
  transcription: { live: 32, files: 4, long: 2, waiting: 32, deadlineSeconds: 30 },
  // A slow reader keeps its place while it reads, hence the many places.
  synthesis: { live: 16, files: 16, long: 8, waiting: 32, deadlineSeconds: 30 },
};

/** Seconds per unit assumed before anything was measured: a second of audio heard, a character spoken. */
const FIRST_GUESS_SECONDS: Readonly<Record<Manifest["task"], number>> = {
  transcription: 0.01,
  synthesis: 0.005,
};
const WEIGHT_OF_NEWEST = 0.1;

/** Work that a model may begin: seconds of audio to hear, or characters to speak. */
export interface Work {
  readonly urgency: Urgency;
  readonly units: number;
  /** For somebody without an account; some places are kept for those who have one. */
  readonly isAnonymous?: boolean;
}

/** A place at a model, held until disposed. */
export interface Slot extends Disposable {
  readonly modelId: string;
  readonly process: ModelProcess;
  readonly sampleRate: number;
  /** Says what a finished part of the work took; `audioSeconds` of speech it made, those it heard are its units. */
  computed(units: number, computeSeconds: number, audioSeconds?: number): void;
}

/** A checked model folder. */
export interface ModelFolder {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly createdAt: Date;
}

/** One model: its processes, and the queue in front of them. */
export class ModelPool {
  readonly manifest: Manifest;
  readonly createdAt: Date;
  readonly #processes: readonly ModelProcess[];
  readonly #places: Places;
  readonly #observer: EngineObserver;
  readonly #cost: ComputeCost;
  #abilities: Abilities | undefined;
  #announced: ModelState | undefined;

  constructor(
    { folder, manifest, createdAt }: ModelFolder,
    processes: number,
    observer: EngineObserver,
  ) {
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
          unusable: (message) => observer.modelBroken(manifest.id, message),
          ended: (how, restartInMs) => observer.processEnded(manifest.id, how, restartInMs),
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

  /** The built-in voices; empty until a synthesis model was loaded once. */
  get voices(): readonly BuiltInVoice[] {
    return this.#abilities?.voices ?? [];
  }

  /** Samples per second of recordings that its voice space takes; undefined without one, or before it was loaded. */
  get voiceSpaceRate(): number | undefined {
    return this.#abilities?.voiceSpaceRate;
  }

  /** Says whether the model's folder states a capability, which is known before it was loaded. */
  can(capability: Capability): boolean {
    return this.manifest.capabilities?.includes(capability) === true;
  }

  get queue(): { readonly running: number; readonly waiting: number } {
    return this.#places.queue;
  }

  get pids(): readonly number[] {
    return this.#processes.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  start(): void {
    this.#announce();
    for (const process of this.#processes) process.start();
  }

  async stop(): Promise<void> {
    this.#refuseWaiting();
    await Promise.all(this.#processes.map((process) => process.stop()));
  }

  /** Throws the EngineError (model_loading, server_busy, high_demand) that a file would get now, however short it is. */
  checkRoomForFile(isAnonymous: boolean): void {
    if (this.state !== "ok") throw this.#refused(modelLoading(this.id));
    try {
      this.#places.check({ urgency: "short", isAnonymous });
    } catch (error) {
      throw error instanceof EngineError ? this.#refused(error) : error;
    }
  }

  /** Waits for a place; rejects with EngineError (model_loading, server_busy, high_demand) or the signal's reason. */
  async admit(work: Work, signal: AbortSignal): Promise<Slot> {
    signal.throwIfAborted();
    if (this.state !== "ok") throw this.#refused(modelLoading(this.id));
    const arrivedAtMs = performance.now();
    const place = await this.#place(work, signal);
    this.#observer.admitted(this.id, (performance.now() - arrivedAtMs) / 1000);
    return this.#slot(place);
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

  #slot(place: Disposable): Slot {
    const [process] = this.#processes
      .filter(({ state }) => state === "ok")
      .sort((one, other) => one.jobs - other.jobs);
    if (process === undefined) {
      place[Symbol.dispose]();
      throw this.#refused(modelLoading(this.id));
    }
    return {
      modelId: this.id,
      process,
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
    this.#places.refuseWaiting(() => modelLoading(this.id));
  }

  #announce(): void {
    const { state } = this;
    if (state === this.#announced) return;
    this.#announced = state;
    this.#observer.modelState(this.id, state);
    if (state !== "ok") this.#refuseWaiting();
  }
}

function scale({ live, files, long, waiting, ...rest }: AdmissionLimits, by: number) {
  return { live: live * by, files: files * by, long: long * by, waiting: waiting * by, ...rest };
}

/** Learns from finished work how long a unit of work takes a model with a number of processes. */
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
