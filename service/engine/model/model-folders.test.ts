import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findModelFolders } from "./model-folders.ts";
import { ModelFolderError } from "./manifest.ts";

let home: string;
let models: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "models-"));
  models = join(home, "models");
  await mkdir(join(home, "elsewhere"), { recursive: true });
  await writeFile(join(home, "elsewhere/model.json"), "{}");
  await mkdir(join(models, "own"), { recursive: true });
  await writeFile(join(models, "own/model.json"), "{}");
  await symlink(join(home, "elsewhere"), join(models, "linked"));
  await symlink(join(home, "nowhere"), join(models, "dangling"));
  await mkdir(join(models, "empty"));
  await mkdir(join(models, ".downloads/unfinished"), { recursive: true });
  await writeFile(join(models, "README.md"), "Models.");
});
afterAll(() => rm(home, { recursive: true }));

test("folders and links to folders are models, files mean nothing, and the rest has a line each", async () => {
  const { places, strays } = await findModelFolders(models);
  expect(places.map(({ name, folder }) => [name, folder])).toEqual([
    ["linked", join(models, "linked")],
    ["own", join(models, "own")],
  ]);
  expect(strays).toEqual([
    `${join(models, "dangling")}: leads nowhere (ENOENT) and is left out`,
    `${join(models, "empty")}: has no model.json (ENOENT) and is left out`,
  ]);
});

test("a folder of models that is not there is a fault", async () => {
  await expect(findModelFolders(join(home, "none"))).rejects.toThrow(ModelFolderError);
});
