import { stat } from "node:fs/promises";
import path from "node:path";
import { table } from "#runtime/plain-table.ts";
import type { Manifest } from "../engine/model/manifest.ts";
import { installedModels } from "../trial/installed-models.ts";
import { megabytes } from "../command/figures.ts";

/** Returns a table of the models in a folder, and a line for each folder that is not a model. */
export async function listModels(modelsFolder: string): Promise<string> {
  const { models, strays } = await installedModels(modelsFolder);
  const rows = await Promise.all(
    models
      .filter((model) => "manifest" in model)
      .map(async ({ folder, manifest }) => [
        manifest.id,
        manifest.kind,
        manifest.task,
        `${manifest.sample_rate} Hz`,
        manifest.capabilities?.join(", ") || "-",
        manifest.licence,
        megabytes(await sizeOf(folder, manifest)),
        manifest.default === true ? "yes" : "no",
      ]),
  );
  const problems = models.flatMap((model) => ("problem" in model ? [model.problem] : []));
  return [
    table(["id", "kind", "task", "rate", "capabilities", "licence", "size", "default"], rows),
    ...[...problems, ...strays].map((line) => `${line}\n`),
  ].join("");
}

/** Returns the bytes of the files of a model, or undefined when one is not there. */
export async function sizeOf(folder: string, { files }: Manifest): Promise<number | undefined> {
  const names = [...new Set(Object.values(files))];
  try {
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(path.join(folder, name))).size),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    return undefined;
  }
}
