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
  /** How long a stream on a model that was replaced may go on. */
  readonly streamSeconds: number;
}

/** What requests find. */
export interface Serving {
  readonly models: NamedModels<ModelPool>;
  /** Names of folders whose model.json says no model that can be started. */
  readonly leftOut: readonly string[];
  /** What was found and is not served, a sentence each; the observer was told why. */
  readonly warnings: readonly string[];
}

/** All models of this machine, and what reads and writes audio for them. */
export class Engine implements AsyncDisposable {
  #serving: Serving;
  /** Models that start beside those that serve, or finish what they have. */
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

  /** The same, those that start beside them, and those that finish what they have. */
  get running(): readonly ModelPool[] {
    return [...this.models, ...this.#others];
  }

  get names(): ModelNames {
    return this.#serving.models.names;
  }

  /** Names of folders whose model.json says no model that can be started. */
  get leftOut(): readonly string[] {
    return this.#serving.leftOut;
  }

  /** What was found when the models were last read and is not served, a sentence each. */
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

  /** What requests may call the models of a task. */
  namesOf(task: Manifest["task"]): readonly string[] {
    return this.#serving.models.namesOf(task);
  }

  /** What requests may call a model beside its id. */
  otherNamesOf(model: ModelPool): readonly string[] {
    return this.#serving.models.otherNamesOf(model);
  }

  /** Starts a model beside those that serve; returns why it cannot be used, and has stopped it then. */
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

  /** Gives new work to these models from now on; others finish what they have, their streams within some seconds, and end. */
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
 * Starts the processes of every model folder and returns at once; a broken folder is told to the observer and left out.
 * Rejects with ModelFolderError when the models folder or the names in it cannot be read.
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
