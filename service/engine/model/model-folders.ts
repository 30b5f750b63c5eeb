import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_FILE, ModelFolderError } from "./manifest.ts";

interface ModelPlace {
  readonly name: string;
  readonly folder: string;
  readonly createdAt: Date;
}

/**
 * Finds the folders with a model.json, links among them; `strays` has a line for each other folder and each link that
 * leads nowhere. Rejects with ModelFolderError when `modelsFolder` cannot be read.
 */
export async function findModelFolders(modelsFolder: string) {
  const names = await readdir(modelsFolder).catch((error: NodeJS.ErrnoException) => {
    throw new ModelFolderError(`${modelsFolder}: cannot be read (${error.code ?? error.message})`);
  });
  const found = await Promise.all(names.sort().map((name) => look(modelsFolder, name)));
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
