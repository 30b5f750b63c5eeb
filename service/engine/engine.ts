import { AudioDecoder } from "./audio/decoding/audio-decoder.ts";
import { AudioEncoder } from "./audio/encoding/audio-encoder.ts";
import type { Manifest } from "./model/manifest.ts";
import { findModelFolders, readModels } from "./model/model-folders.ts";
import {
  NamedModels,
  nameProblems,
  readModelNames,
  type ModelNames,
  type StandingNames,
} from "./model/model-names.ts";
import type { EngineObserver } from "./pool/observer.ts";
import { ModelPool } from "./pool/pool.ts";

/** Where models come from, and how they are run. */
export interface ModelSource {
  readonly modelsFolder: string;
  readonly processesPerModel: number;
  readonly standingNames: StandingNames;
  /** How long a stream may go on after its model was replaced. */
  readonly streamSeconds: number;
}

/** The models that serve requests, and what was left out of them. */
export interface Serving {
  readonly models: NamedModels<ModelPool>;
  /** Names of folders whose model.json does not describe a model that can be started. */
  readonly leftOut: readonly string[];
  /** One sentence for each thing that was found but is not served; the reasons went to the observer. */
  readonly warnings: readonly string[];
}

/** All models of this machine, with the decoder and the encoder of their audio. */
export class Engine implements AsyncDisposable {
  #serving: Serving;
  /** Models that are starting, or that were replaced and finish their jobs. */
  readonly #others = new Set<ModelPool>();
  #isStopped = false;
  readonly decoder: AudioDecoder;
  readonly encoder = new AudioEncoder();

  constructor(serving: Serving, observer: Pick<EngineObserver, "decoderDied">) {
    this.#serving = serving;
    this.decoder = new AudioDecoder((how) => observer.decoderDied(how));
  }

  get models(): readonly ModelPool[] {
    return this.#serving.models.models;
  }

  /** `models`, those that are starting, and those that were replaced and finish their jobs. */
  get running(): readonly ModelPool[] {
    return [...this.models, ...this.#others];
  }

  get names(): ModelNames {
    return this.#serving.models.names;
  }

  /** Names of folders whose model.json does not describe a model that can be started. */
  get leftOut(): readonly string[] {
    return this.#serving.leftOut;
  }

  /** One sentence for each thing that the last read of the models folder found but that is not served. */
  get warnings(): readonly string[] {
    return this.#serving.warnings;
  }

  ofTask(task: Manifest["task"]): readonly ModelPool[] {
    return this.#serving.models.ofTask(task);
  }

  /** The model that answers when a request names none of the task. */
  defaultOf(task: Manifest["task"]): ModelPool | undefined {
    return this.#serving.models.defaultOf(task);
  }

  /** The model of a task that a request names by its id or another name. */
  named(task: Manifest["task"], name: string): ModelPool | undefined {
    return this.#serving.models.named(task, name);
  }

  /** Returns the names that requests may use for the models of a task. */
  namesOf(task: Manifest["task"]): readonly string[] {
    return this.#serving.models.namesOf(task);
  }

  /** Returns the names that requests may use for a model besides its id. */
  aliasesOf(model: ModelPool): readonly string[] {
    return this.#serving.models.aliasesOf(model);
  }

  /** Starts a model while others serve; if it cannot be used, stops it and returns the reason. */
  async warm(model: ModelPool): Promise<string | undefined> {
    if (this.#isStopped) return "the engine has stopped";
    this.#others.add(model);
    const problem = await model.load();
    if (problem !== undefined) {
      await model.stop();
      this.#others.delete(model);
    }
    return problem;
  }

  /** Gives new jobs to these models from now on; others finish their jobs, streams within `streamSeconds`, and stop. */
  serve(serving: Serving, streamSeconds: number): void {
    const before = this.models;
    this.#serving = serving;
    for (const model of this.models) {
      this.#others.delete(model);
      model.show();
    }
    for (const model of before) {
      if (this.models.includes(model)) continue;
      this.#others.add(model);
      void model.retire(streamSeconds).then(() => this.#others.delete(model));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await Promise.all([
      this.decoder[Symbol.asyncDispose](),
      this.encoder[Symbol.asyncDispose](),
      ...this.running.map((model) => model.stop()),
    ]);
  }
}

/**
 * Starts the processes of every model folder without waiting until they are loaded; a broken folder is reported to the
 * observer and left out. Rejects with ModelFolderError when the models folder or its names cannot be read.
 */
export async function startEngine(source: ModelSource, observer: EngineObserver): Promise<Engine> {
  const { modelsFolder, processesPerModel, standingNames } = source;
  const names = await readModelNames(modelsFolder);
  const leftOut: string[] = [];
  const { places, strays } = await findModelFolders(modelsFolder);
  for (const stray of strays) observer.strayFolder(stray);
  const pools: ModelPool[] = [];
  for (const found of await readModels(places)) {
    if ("manifest" in found) pools.push(new ModelPool(found, processesPerModel, observer));
    else {
      leftOut.push(found.name);
      observer.modelBroken(found.name, found.problem);
      observer.modelState(found.name, "broken");
    }
  }
  for (const problem of nameProblems(names, pools)) observer.namesRefused(problem);
  for (const pool of pools) pool.start();
  const models = new NamedModels(pools, names, standingNames);
  return new Engine({ models, leftOut, warnings: [] }, observer);
}
