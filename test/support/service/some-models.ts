import { symlink } from "node:fs/promises";
import path from "node:path";
import { testModels } from "../program.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../temporary-directory.ts";

/** Makes a models folder with these of the models that tests run: each one that a service loads takes half a second of a core. */
export async function someModels(...ids: readonly string[]): Promise<TemporaryDirectory> {
  const folder = await temporaryDirectory("models");
  for (const id of ids) {
    await symlink(path.join(testModels, id), path.join(folder.path, id));
  }
  return folder;
}
