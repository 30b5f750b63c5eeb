import { chmodSync, mkdirSync, statSync } from "node:fs";
import { reasonOf } from "./reason.ts";
import { ConfigError } from "./settings.ts";

const OTHERS = 0o077;
const OWNER_ALONE = 0o700;

/** Lets what this process writes from now on be read by its user alone, unless it is told otherwise. */
export function writeForOwnerAlone(): void {
  process.umask(OTHERS);
}

/**
 * Makes a directory that no other user can look into, or closes one that is there.
 *
 * Throws ConfigError where it cannot be made or closed.
 */
export function makePrivateDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: OWNER_ALONE });
  } catch (error) {
    throw unwritable(directory, error);
  }
  if (!isOpen(directory)) return;
  try {
    chmodSync(directory, OWNER_ALONE);
  } catch {
    // Whether it is closed is what counts.
  }
  if (!isOpen(directory)) return;
  const mode = (statSync(directory).mode & 0o777).toString(8);
  throw new ConfigError(
    `DATA_DIR: other users can look into ${directory} (mode ${mode}), which holds secrets, and this user may not change ` +
      `that; "chmod 700 ${directory}" as its owner, or name a folder in it, which is made with mode 700`,
  );
}

/** What the person who started a program is told where its data cannot be written. */
export function unwritable(place: string, error: unknown): ConfigError {
  return new ConfigError(
    `DATA_DIR: ${place} cannot be written (${(error as NodeJS.ErrnoException).code ?? reasonOf(error)}); ` +
      "it takes a directory that this user may write to",
    { cause: error },
  );
}

function isOpen(directory: string): boolean {
  return (statSync(directory).mode & OTHERS) !== 0;
}
