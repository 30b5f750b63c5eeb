import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makePrivateDirectory, unwritable } from "./private-directory.ts";

const FOR_OWNER_ALONE = 0o600;

/** Reads the secret of a file; undefined when there is none that can be read, or it is empty. */
export async function readSecretFile(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.trim() || undefined;
}

/**
 * Leaves a secret in a file that its owner alone may read; whoever reads meanwhile finds the one before or this one. Throws ConfigError where
 * it cannot be written.
 */
export async function writeSecretFile(file: string, secret: string): Promise<void> {
  makePrivateDirectory(dirname(file));
  if ((await readSecretFile(file)) === secret) return;
  const unfinished = `${file}.${process.pid}`;
  try {
    await writeFile(unfinished, `${secret}\n`, { mode: FOR_OWNER_ALONE });
    await rename(unfinished, file);
  } catch (error) {
    throw unwritable(file, error);
  }
}
