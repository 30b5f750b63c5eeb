import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makePrivateDirectory } from "#settings/private-directory.ts";
import { ConfigError } from "#settings/settings.ts";
import { DatabaseOpenError } from "./database-open-error.ts";

/** Holds an embedded database directory for this process until released. */
interface DirectoryLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Locks `directory` for this process, or throws `database_locked` with the holder's pid.
 *
 * The lock is an exclusive transaction on an SQLite file beside the directory, that is a kernel
 * file lock: it is freed when the holder dies, however it dies, and it works across containers
 * that share the disk, where a pid file alone would name a stranger.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const pidFile = `${directory}.pid`;
  const connection = openLockFile(`${directory}.lock`, directory);
  try {
    connection.exec("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE");
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    connection.close();
    throw sqliteCode(error) === SQLITE_BUSY
      ? new DatabaseOpenError(
          "database_locked",
          `the embedded database ${directory} is in use by process ${readHolder(pidFile)}; ` +
            "stop that process first, or give both a PostgreSQL URL",
          error,
        )
      : unwritable(directory, error);
  }
  return {
    release() {
      rmSync(pidFile, { force: true });
      connection.close();
    },
  };
}

function openLockFile(lockFile: string, directory: string): DatabaseSync {
  try {
    makePrivateDirectory(dirname(lockFile));
    return new DatabaseSync(lockFile, { timeout: 0 });
  } catch (error) {
    throw error instanceof ConfigError ? error : unwritable(directory, error);
  }
}

function unwritable(directory: string, cause: unknown): DatabaseOpenError {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new DatabaseOpenError(
    "directory_unwritable",
    `cannot write to ${dirname(directory)} for the embedded database: ${detail}`,
    cause,
  );
}

function sqliteCode(error: unknown): unknown {
  return error instanceof Error && "errcode" in error ? error.errcode : undefined;
}

function readHolder(pidFile: string): string {
  try {
    return readFileSync(pidFile, "utf8").trim();
  } catch {
    return "(pid not known)";
  }
}
