import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { projectRoot } from "../program.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../temporary-directory.ts";

/** The two systems, each with an embedded database in the folder of its name under a DATA_DIR. */
export type System = "service" | "status";

/**
 * Puts an initialised database without any tables where `system` looks for its own under `dataDirectory`, and leaves one
 * that is there as it is. Initialising one takes two seconds of a core, copying it a tenth of one.
 */
export async function initialiseEmbedded(dataDirectory: string, system: System): Promise<void> {
  const directory = path.join(dataDirectory, system);
  if (await exists(directory)) return;
  await mkdir(dataDirectory, { recursive: true });
  // A thousand small files: fs.cp takes several times as long.
  await promisify(execFile)("cp", ["-R", await initialised(), directory]);
}

/** A DATA_DIR of its own for a system whose first start is not what is looked at. */
export async function temporaryDataDirectory(system: System): Promise<TemporaryDirectory> {
  const home = await temporaryDirectory("data");
  await initialiseEmbedded(home.path, system);
  return home;
}

/** A database as PGlite initialises it, kept beside the package for all tests of this version. */
async function initialised(): Promise<string> {
  const kept = path.join(projectRoot, "node_modules/.cache", `pglite-${await version()}`);
  if (await exists(kept)) return kept;
  await mkdir(path.dirname(kept), { recursive: true });
  const fresh = await mkdtemp(`${kept}-`);
  await (await PGlite.create({ dataDir: fresh })).close();
  try {
    await rename(fresh, kept);
  } catch (error) {
    // Another test's process was faster.
    await rm(fresh, { recursive: true });
    if (!(await exists(kept))) throw error;
  }
  return kept;
}

async function version(): Promise<string> {
  const file = path.join(projectRoot, "node_modules/@electric-sql/pglite/package.json");
  return String(
    (JSON.parse(await readFile(file, "utf8")) as { readonly version: unknown }).version,
  );
}

async function exists(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}
