import { chmodSync, mkdirSync, statSync } from "node:fs";
import { reasonOf } from "./reason.ts";
import { ConfigError } from "./settings.ts";

const OTHERS = 0o077;
const OWNER_ALONE = 0o700;
/** Set on directories in which all users keep files of their own, as /tmp. */
const STICKY = 0o1000;

/** Sets the umask so that only this process's user can read files created from now on, unless their mode is changed later. */
export function writeForOwnerAlone(): void {
  process.umask(OTHERS);
}

/**
 * Creates a directory that other users cannot access, or takes their access to an existing one.
 *
 * Throws ConfigError if it cannot be created, is meant for all users, or if other users still have access.
 */
export function makePrivateDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: OWNER_ALONE });
  } catch (error) {
    throw unwritable(directory, error);
  }
  if (!isOpen(directory)) return;
  if ((statSync(directory).mode & STICKY) !== 0) {
    throw new ConfigError(
      `DATA_DIR: ${directory} is for the files of all users; name a folder in it, which is made with mode 700`,
    );
  }
  try {
    chmodSync(directory, OWNER_ALONE);
  } catch {
    // Only the resulting mode counts, which is checked next.
  }
  if (!isOpen(directory)) return;
  const mode = (statSync(directory).mode & 0o777).toString(8);
  throw new ConfigError(
    `DATA_DIR: other users can look into ${directory} (mode ${mode}), which holds secrets, and this user may not change ` +
      `that; "chmod 700 ${directory}" as its owner, or name a folder in it, which is made with mode 700`,
  );
}

/** Returns the error for a place whose data cannot be written. */
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
