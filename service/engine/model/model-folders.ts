import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_FILE, ModelFolderError, readManifest, type Manifest } from "./manifest.ts";

interface ModelPlace {
  readonly name: string;
  readonly folder: string;
  readonly createdAt: Date;
}

/** A checked model folder. */
export interface ModelFolder {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly createdAt: Date;
}

/** A folder with a model.json, or with one line on why that cannot be used. */
export type FoundModel =
  | (ModelFolder & { readonly name: string })
  | { readonly name: string; readonly folder: string; readonly problem: string };

/** Reads the model.json of folders; if several have the same id, only the first is valid. */
export async function readModels(places: readonly ModelPlace[]): Promise<readonly FoundModel[]> {
  const ids = new Set<string>();
  const found: FoundModel[] = [];
  for (const place of places) {
    const { name, folder } = place;
    try {
      const manifest = await readManifest(folder);
      if (ids.has(manifest.id)) {
        throw new ModelFolderError(`${join(folder, MANIFEST_FILE)}: id "${manifest.id}" is taken`);
      }
      ids.add(manifest.id);
      found.push({ ...place, manifest });
    } catch (error) {
      if (!(error instanceof ModelFolderError)) throw error;
      found.push({ name, folder, problem: error.message });
    }
  }
  return found;
}

/**
 * Finds the folders with a model.json, including linked ones; `strays` has a line for each other folder and each broken
 * link. Skips names that begin with a dot: incomplete downloads have such names. Rejects with ModelFolderError when
 * `modelsFolder` cannot be read.
 */
export async function findModelFolders(modelsFolder: string) {
  const names = await readdir(modelsFolder).catch((error: NodeJS.ErrnoException) => {
    throw new ModelFolderError(
      `${modelsFolder}: the folder of models cannot be read (${error.code ?? error.message}); SPEECH_MODELS_DIR names it`,
    );
  });
  const shown = names.filter((name) => !name.startsWith("."));
  const found = await Promise.all(shown.sort().map((name) => look(modelsFolder, name)));
  return {
    places: found.filter((one) => typeof one === "object"),
    strays: found.filter((one) => typeof one === "string"),
  };
}

async function look(modelsFolder: string, name: string): Promise<ModelPlace | string | undefined> {
  const folder = join(modelsFolder, name);
  try {
    if (!(await stat(folder)).isDirectory()) return undefined;
    const { mtime: createdAt } = await stat(join(folder, MANIFEST_FILE));
    return { name, folder, createdAt };
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    const isLink = path === folder;
    return `${folder}: ${isLink ? "leads nowhere" : `has no ${MANIFEST_FILE}`} (${code}) and is left out`;
  }
}
