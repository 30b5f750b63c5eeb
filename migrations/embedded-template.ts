import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";

const packageFile = path.resolve(
  import.meta.dirname,
  "../node_modules/@electric-sql/pglite/package.json",
);
const { version } = createRequire(import.meta.url)(packageFile) as { readonly version: string };

/** A new and empty database, kept for this version of PGlite: to copy it takes a tenth of the time that it takes to make one. */
const template = path.resolve(import.meta.dirname, `../node_modules/.cache/pglite-${version}`);

/** Makes the template unless it is there. */
export async function makeTemplate(): Promise<string> {
  if (existsSync(template)) return template;
  await mkdir(path.dirname(template), { recursive: true });
  const fresh = await mkdtemp(`${template}-`);
  try {
    await (await PGlite.create({ dataDir: fresh })).close();
    await rename(fresh, template);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(template)) throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return template;
}

/** Puts a new database where there is none; without a template PGlite makes one by itself. */
export async function copyTemplate(directory: string): Promise<void> {
  if (existsSync(directory) || !existsSync(template)) return;
  const fresh = `${directory}.new`;
  await rm(fresh, { recursive: true, force: true });
  await cp(template, fresh, { recursive: true });
  await rename(fresh, directory);
}
