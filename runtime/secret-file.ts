import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makePrivateDirectory, unwritable } from "./private-directory.ts";

const FOR_OWNER_ALONE = 0o600;

/** Reads the secret in a file; returns undefined if it cannot be read or is empty. */
export async function readSecretFile(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.trim() || undefined;
}

/**
 * Writes a secret to a file that only its owner may read. Concurrent readers see either the old or the new secret. Throws
 * ConfigError if it cannot be written.
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
