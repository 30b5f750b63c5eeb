import { createHash } from "node:crypto";
import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { testModels } from "../../support/program.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";
import { withoutLastRows } from "./shortened-table.ts";

interface ModelDocument {
  readonly files: { readonly speaker: string; readonly encoder: string };
  readonly sha256: Readonly<Record<string, string>>;
}

export const FAILING_MODEL_ID = "synth-failing";

/** What the encoder knows of the sounds of an exclamation stands in the last rows of this table. */
const EXCLAMATIONS = { table: "mark.weight", rows: 4 };

/**
 * A models folder with the bundled models, and one that loads and speaks, but fails at every exclamation, and whenever
 * it is to clone a voice.
 */
export async function modelsWithFailing(): Promise<TemporaryDirectory> {
  const models = await temporaryDirectory("models");
  await cp(testModels, models.path, { recursive: true, dereference: true });
  const folder = path.join(models.path, FAILING_MODEL_ID);
  await cp(path.join(testModels, "synth-v2"), folder, { recursive: true, dereference: true });
  const source = await readFile(path.join(folder, "model.json"), "utf8");
  const { files, sha256, ...rest } = JSON.parse(source) as ModelDocument;
  const whole = await readFile(path.join(folder, files.encoder));
  const networks = {
    [files.encoder]: withoutLastRows(whole, EXCLAMATIONS.table, EXCLAMATIONS.rows),
    // A network that takes something else than a recording: it is whole, and no run of it ends well.
    [files.speaker]: whole,
  };
  const digests: Record<string, string> = {};
  for (const [file, network] of Object.entries(networks)) {
    await writeFile(path.join(folder, file), network);
    digests[file] = createHash("sha256").update(network).digest("hex");
  }
  const document = {
    ...rest,
    id: FAILING_MODEL_ID,
    default: false,
    files,
    sha256: { ...sha256, ...digests },
  };
  await writeFile(path.join(folder, "model.json"), JSON.stringify(document));
  return models;
}
