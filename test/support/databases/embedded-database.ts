import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { makeTemplate } from "#database/embedded-template.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { projectRoot } from "../program.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../temporary-directory.ts";

/** The two systems, each with an embedded database in the folder of its name under a DATA_DIR. */
export type System = "service" | "status";

/**
 * Puts a database with today's tables and no rows where `system` looks for its own under `dataDirectory`, and leaves one that
 * is there as it is. To initialise and migrate one takes three seconds of a core, to copy one a tenth of one.
 */
export async function initialiseEmbedded(dataDirectory: string, system: System): Promise<void> {
  await copyTo(path.join(dataDirectory, system), () => migrated(system));
}

/** As initialiseEmbedded, but without any tables: what migrations begin with. */
export async function initialiseUnmigrated(dataDirectory: string, system: System): Promise<void> {
  await copyTo(path.join(dataDirectory, system), makeTemplate);
}

async function copyTo(directory: string, kept: () => Promise<string>): Promise<void> {
  if (await exists(directory)) return;
  await mkdir(path.dirname(directory), { recursive: true });
  // A thousand small files: fs.cp takes several times as long.
  await promisify(execFile)("cp", ["-R", await kept(), directory]);
}

/** A DATA_DIR of its own for a system whose first start is not what is looked at. */
export async function temporaryDataDirectory(system: System): Promise<TemporaryDirectory> {
  const home = await temporaryDirectory("data");
  await initialiseEmbedded(home.path, system);
  return home;
}

/** Returns the process id of the embedded database that a system has open under `dataDirectory`. */
export async function embeddedProcess(dataDirectory: string, system: System): Promise<number> {
  const directory = path.join(dataDirectory, system);
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,args="]);
  const line = stdout
    .split("\n")
    .find((text) => text.includes("embedded-main.ts ") && text.endsWith(` ${directory}`));
  if (line === undefined) throw new Error(`no embedded database runs in ${directory}`);
  return Number.parseInt(line, 10);
}

/** A database with today's tables, kept beside the package for all tests. */
async function migrated(system: System): Promise<string> {
  return keep(`${await makeTemplate()}-${system}-${await migrationsHash()}`, async (home) => {
    const open = system === "status" ? openStatusDatabase : openServiceDatabase;
    await (await open({ dataDirectory: home })).close();
    return path.join(home, system);
  });
}

/** Returns a directory that `make` makes once, within one beside it. */
async function keep(kept: string, make: (home: string) => Promise<string>): Promise<string> {
  if (await exists(kept)) return kept;
  const fresh = await mkdtemp(`${kept}-`);
  try {
    await rename(await make(fresh), kept);
  } catch (error) {
    // Another test's process was faster.
    if (!(await exists(kept))) throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return kept;
}

/** Of all that says what a migrated database looks like. */
async function migrationsHash(): Promise<string> {
  const folder = path.join(projectRoot, "migrations");
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(ts|sql)$/.test(name),
  );
  const hash = createHash("sha256");
  for (const name of names.toSorted()) hash.update(await readFile(path.join(folder, name)));
  return hash.digest("hex").slice(0, 16);
}

async function exists(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}
