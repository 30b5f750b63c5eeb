import path from "node:path";
import { KINDS } from "../engine/kinds/kinds.ts";
import {
  fieldProblems,
  fileProblems,
  MANIFEST_FILE,
  ManifestSchema,
  ModelFolderError,
  readDocument,
  readManifest,
} from "../engine/model/manifest.ts";
import { runModel } from "../trial/running-model.ts";
import { duration, megabytes } from "../command/figures.ts";
import { sizeOf } from "./list-models.ts";

/** The reasons why a folder is not a model that runs, one line each. */
export interface Problems {
  readonly problems: readonly string[];
}

/** Checks a folder and, if nothing is wrong with it, loads the model; returns a summary of the model, or all problems. */
export async function checkModel(folder: string): Promise<string | Problems> {
  const problems = await problemsOf(folder);
  if (problems.length > 0) return { problems };
  await using model = await runModel(folder);
  const { manifest } = model.pool;
  const size = megabytes(await sizeOf(folder, manifest));
  return `${manifest.id} fits: ${manifest.kind}, ${manifest.task}, ${manifest.sample_rate} Hz, ${manifest.licence}, ${size}, loaded in ${duration(model.loadSeconds)}\n`;
}

async function problemsOf(folder: string): Promise<readonly string[]> {
  const file = path.join(folder, MANIFEST_FILE);
  try {
    const document = await readDocument(folder);
    const shared = fieldProblems(ManifestSchema, document, file);
    if (shared.length > 0) return shared;
    const manifest = await readManifest(folder);
    return [
      ...(await kindProblems(manifest.kind, manifest.rest, file)),
      ...(await fileProblems(folder, manifest)),
    ];
  } catch (error) {
    if (error instanceof ModelFolderError) return [error.message];
    throw error;
  }
}

async function kindProblems(
  name: string,
  fields: unknown,
  file: string,
): Promise<readonly string[]> {
  const kind = KINDS[name];
  if (kind === undefined) {
    return [`${file}: kind "${name}" is not known (${Object.keys(KINDS).join(", ")})`];
  }
  return fieldProblems((await kind()).Fields, fields, file);
}
