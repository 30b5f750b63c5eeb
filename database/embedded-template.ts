import { accessSync, constants, existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const packageFile = path.resolve(
  import.meta.dirname,
  "../node_modules/@electric-sql/pglite/package.json",
);
const { version } = createRequire(import.meta.url)(packageFile) as { readonly version: string };

/** An empty database, kept for this version of PGlite: copying it takes a tenth of the time of making a new one. */
const template = path.resolve(import.meta.dirname, `../node_modules/.cache/pglite-${version}`);

export function hasTemplate(): boolean {
  return existsSync(template);
}

/** Returns whether `makeTemplate` has something to do: there is no template, and this user may keep one. */
export function wantsTemplate(): boolean {
  if (hasTemplate()) return false;
  try {
    accessSync(path.resolve(template, "../.."), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Removes the template; databases made meanwhile are made without it. */
export async function removeTemplate(): Promise<void> {
  await rm(template, { recursive: true, force: true });
}

/** Makes the template unless it exists, and returns its path. */
export async function makeTemplate(): Promise<string> {
  if (hasTemplate()) return template;
  await mkdir(path.dirname(template), { recursive: true });
  const fresh = await mkdtemp(`${template}-`);
  try {
    // Loaded here, because the template usually exists already.
    const { PGlite } = await import("@electric-sql/pglite");
    await (await PGlite.create({ dataDir: fresh })).close();
    // It holds no data, and the user who installs the program may not be the one who runs it.
    await chmod(fresh, 0o755);
    await rename(fresh, template);
  } catch (error) {
    // Another process was faster.
    if (!hasTemplate()) throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return template;
}

/** Copies the template to `directory` unless that exists; without a template PGlite makes the database itself. */
export async function copyTemplate(directory: string): Promise<void> {
  if (existsSync(directory) || !hasTemplate()) return;
  const fresh = `${directory}.new`;
  await rm(fresh, { recursive: true, force: true });
  await cp(template, fresh, { recursive: true });
  await chmod(fresh, 0o700);
  await rename(fresh, directory);
}
