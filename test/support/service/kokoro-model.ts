import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../program.ts";

const TONE = path.join(projectRoot, "fixtures/models/tone-kokoro");

/** Makes a model folder of two voices that hum, in the form of Kokoro; `fields` replace those of its model.json. */
export async function kokoroModel(
  modelsFolder: string,
  id: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const folder = path.join(modelsFolder, id);
  await mkdir(folder, { recursive: true });
  const source = await readFile(path.join(TONE, "model.json"), "utf8");
  const manifest = JSON.parse(source) as { readonly files: Readonly<Record<string, string>> };
  for (const name of Object.values(manifest.files)) {
    await copyFile(path.join(TONE, name), path.join(folder, name));
  }
  await writeFile(path.join(folder, "model.json"), JSON.stringify({ ...manifest, id, ...fields }));
  return folder;
}
