import { join } from "node:path";
import { AudioDecoder } from "./audio/decoding/audio-decoder.ts";
import { AudioEncoder } from "./audio/encoding/audio-encoder.ts";
import { MANIFEST_FILE, ModelFolderError, readManifest, type Manifest } from "./model/manifest.ts";
import { findModelFolders } from "./model/model-folders.ts";
import {
  NamedModels,
  nameProblems,
  readModelNames,
  type StandingNames,
} from "./model/model-names.ts";
import type { EngineObserver } from "./pool/observer.ts";
import { ModelPool } from "./pool/pool.ts";

/** All models of this machine, and what reads and writes audio for them. */
export class Engine implements AsyncDisposable {
  readonly #models: NamedModels<ModelPool>;
  /** Names of folders whose model.json says no model that can be started. */
  readonly leftOut: readonly string[];
  readonly decoder: AudioDecoder;
  readonly encoder = new AudioEncoder();

  constructor(
    models: NamedModels<ModelPool>,
    observer: Pick<EngineObserver, "decoderDied">,
    leftOut: readonly string[] = [],
  ) {
    this.#models = models;
    this.leftOut = leftOut;
    this.decoder = new AudioDecoder((how) => observer.decoderDied(how));
  }

  get models(): readonly ModelPool[] {
    return this.#models.models;
  }

  ofTask(task: Manifest["task"]): readonly ModelPool[] {
    return this.#models.ofTask(task);
  }

  /** The model that answers when a request names none of the task. */
  defaultOf(task: Manifest["task"]): ModelPool | undefined {
    return this.#models.defaultOf(task);
  }

  /** The model of a task that a request names by its id or another name. */
  named(task: Manifest["task"], name: string): ModelPool | undefined {
    return this.#models.named(task, name);
  }

  /** What requests may call the models of a task. */
  namesOf(task: Manifest["task"]): readonly string[] {
    return this.#models.namesOf(task);
  }

  /** What requests may call a model beside its id. */
  otherNamesOf(model: ModelPool): readonly string[] {
    return this.#models.otherNamesOf(model);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([
      this.decoder[Symbol.asyncDispose](),
      this.encoder[Symbol.asyncDispose](),
      ...this.models.map((model) => model.stop()),
    ]);
  }
}

/**
 * Starts the processes of every model folder and returns at once; a broken folder is told to the observer and left out.
 * Rejects with ModelFolderError when `modelsFolder` or the names in it cannot be read.
 */
export async function startEngine(
  modelsFolder: string,
  processesPerModel: number,
  standingNames: StandingNames,
  observer: EngineObserver,
): Promise<Engine> {
  const models = new Map<string, ModelPool>();
  const names = await readModelNames(modelsFolder);
  const leftOut: string[] = [];
  const { places, strays } = await findModelFolders(modelsFolder);
  for (const stray of strays) observer.strayFolder(stray);
  for (const { name, folder, createdAt } of places) {
    try {
      const manifest = await readManifest(folder);
      if (models.has(manifest.id)) {
        throw new ModelFolderError(`${join(folder, MANIFEST_FILE)}: id "${manifest.id}" is taken`);
      }
      const model = { folder, manifest, createdAt };
      models.set(manifest.id, new ModelPool(model, processesPerModel, observer));
    } catch (error) {
      if (!(error instanceof ModelFolderError)) throw error;
      leftOut.push(name);
      observer.modelBroken(name, error.message);
      observer.modelState(name, "broken");
    }
  }
  const pools = [...models.values()];
  for (const problem of nameProblems(names, pools)) observer.strayName(problem);
  for (const model of pools) model.start();
  return new Engine(new NamedModels(pools, names, standingNames), observer, leftOut);
}
