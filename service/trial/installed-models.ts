import { Fault } from "#runtime/fault.ts";
import { ModelFolderError, readManifest, type Manifest } from "../engine/model/manifest.ts";
import { findModelFolders } from "../engine/model/model-folders.ts";
import { NamedModels, readModelNames, type ModelNames } from "../engine/model/model-names.ts";

/** A folder of a models folder: its manifest, or why it has no readable one. */
export type InstalledModel =
  | { readonly folder: string; readonly manifest: Manifest }
  | { readonly folder: string; readonly problem: string };

/** Reads the manifests of all model folders; `strays` are those of findModelFolders. Rejects with Fault. */
export async function installedModels(modelsFolder: string) {
  try {
    const { places, strays } = await findModelFolders(modelsFolder);
    return { models: await Promise.all(places.map(({ folder }) => look(folder))), strays };
  } catch (error) {
    throw error instanceof ModelFolderError ? new Fault(error.message) : error;
  }
}

/** Returns the folder of a model by its id or, without one, of the default model of a task; rejects with Fault. */
export async function chooseModel(
  modelsFolder: string,
  task: Manifest["task"],
  id?: string,
): Promise<string> {
  const { models } = await installedModels(modelsFolder);
  const readable = models.filter((model) => "manifest" in model);
  const named = new NamedModels(readable, await installedNames(modelsFolder), {});
  const fit = named.ofTask(task);
  const chosen = id === undefined ? named.defaultOf(task) : named.named(task, id);
  if (chosen !== undefined) return chosen.folder;
  const what = id === undefined ? `no model for ${task}` : `no model "${id}" for ${task}`;
  const known = fit.map(({ manifest }) => manifest.id).join(", ") || "none";
  throw new Fault(`${modelsFolder}: has ${what}; there are: ${known}`);
}

async function installedNames(modelsFolder: string): Promise<ModelNames> {
  try {
    return await readModelNames(modelsFolder);
  } catch (error) {
    throw error instanceof ModelFolderError ? new Fault(error.message) : error;
  }
}

async function look(folder: string): Promise<InstalledModel> {
  try {
    return { folder, manifest: await readManifest(folder) };
  } catch (error) {
    if (!(error instanceof ModelFolderError)) throw error;
    return { folder, problem: error.message };
  }
}
