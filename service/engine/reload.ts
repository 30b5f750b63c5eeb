import type { Engine, ModelSource } from "./engine.ts";
import { ModelFolderError } from "./model/manifest.ts";
import {
  findModelFolders,
  readModels,
  type FoundModel,
  type ModelFolder,
} from "./model/model-folders.ts";
import {
  NAMES_FILE,
  NamedModels,
  nameProblems,
  readModelNames,
  type ModelNames,
} from "./model/model-names.ts";
import { planReload } from "./model/reload-plan.ts";
import type { EngineObserver } from "./pool/observer.ts";
import { ModelPool } from "./pool/pool.ts";

/** End of a warning: the reason contains paths, and anybody may read the state of the service. */
const WHY = "the log says why.";

/** Updates an engine to the current content of its models folder, without failing a request. */
export class ModelReloads {
  readonly #engine: Engine;
  readonly #source: ModelSource;
  readonly #observer: EngineObserver;
  #last: Promise<void> = Promise.resolve();
  /** The reload that has not begun yet, and so will see the current content of the folder. */
  #next: Promise<void> | undefined;

  constructor(engine: Engine, source: ModelSource, observer: EngineObserver) {
    this.#engine = engine;
    this.#source = source;
    this.#observer = observer;
  }

  /** Reloads the models folder after a reload that is running; resolves when its models serve. */
  ask(): Promise<void> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined;
      return this.#reload();
    });
    this.#last = this.#next.catch(() => undefined);
    return this.#next;
  }

  async #reload(): Promise<void> {
    const { standingNames, streamSeconds } = this.#source;
    const { models: before } = this.#engine;
    const warnings: string[] = [];
    const leftOut: string[] = [];
    const models: ModelPool[] = [];
    let names = this.#engine.names;
    try {
      const plan = planReload(before, await this.#find(leftOut));
      models.push(...plan.kept, ...(await this.#load(plan.started, warnings)));
      names = await this.#readNames(models, warnings);
      models.push(...plan.gone.filter(({ id }) => isNamed(names, id)));
    } catch (error) {
      if (!(error instanceof ModelFolderError)) throw error;
      this.#observer.reloadRefused(error.message);
      warnings.push(`The models folder was not taken over; ${WHY}`);
      models.push(...before);
    }
    models.sort((one, other) => (one.folder < other.folder ? -1 : 1));
    const serving = { models: new NamedModels(models, names, standingNames), leftOut, warnings };
    this.#engine.serve(serving, streamSeconds);
    const ids = new Set(models.map(({ id }) => id));
    for (const { id } of before) if (!ids.has(id)) this.#observer.modelGone(id);
  }

  async #find(leftOut: string[]): Promise<readonly FoundModel[]> {
    const { modelsFolder } = this.#source;
    const { places, strays } = await findModelFolders(modelsFolder);
    for (const stray of strays) this.#observer.strayFolder(stray);
    if (places.length === 0) throw new ModelFolderError(`${modelsFolder}: has no model`);
    const found = await readModels(places);
    for (const one of found) {
      if ("manifest" in one) continue;
      this.#observer.modelBroken(one.name, one.problem);
      leftOut.push(one.name);
    }
    return found;
  }

  /** Resolves with the models that have warmed up; in place of unusable ones, with the current ones with their ids. */
  async #load(folders: readonly ModelFolder[], warnings: string[]): Promise<readonly ModelPool[]> {
    const loaded = folders.map(async (folder) => {
      const model = new ModelPool(folder, this.#source.processesPerModel, this.#observer);
      const problem = await this.#engine.warm(model);
      if (problem === undefined) return [model];
      this.#observer.modelBroken(model.id, problem);
      warnings.push(`The new model ${model.id} cannot be used; ${WHY}`);
      return this.#engine.models.filter(({ id }) => id === model.id);
    });
    return (await Promise.all(loaded)).flat();
  }

  /** Resolves with the names in the folder, or the previous ones if those cannot be used. */
  async #readNames(models: readonly ModelPool[], warnings: string[]): Promise<ModelNames> {
    try {
      const names = await readModelNames(this.#source.modelsFolder);
      const [problem] = nameProblems(names, models);
      if (problem === undefined) return names;
      throw new ModelFolderError(problem);
    } catch (error) {
      if (!(error instanceof ModelFolderError)) throw error;
      this.#observer.namesRefused(error.message);
      warnings.push(`${NAMES_FILE} was not taken over; ${WHY}`);
      return this.#engine.names;
    }
  }
}

/** Returns whether a name or a default refers to a model. */
function isNamed({ names = {}, defaults = {} }: ModelNames, id: string): boolean {
  return [...Object.values(names), ...Object.values(defaults)].includes(id);
}
