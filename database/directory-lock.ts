import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { makePrivateDirectory } from "#runtime/private-directory.ts";
import { DatabaseOpenError } from "./database-open-error.ts";

/** A lock on a directory, held by this process until released. */
interface DirectoryLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** How long a database process whose user was killed may take to finish writing. */
const TIMEOUT_MS = 10_000;
const LOOK_INTERVAL_MS = 20;

/** Like `lockDirectory`, but waits while the holder's user is gone or not yet in the pid file. */
export async function lockOnceFree(directory: string, user: number): Promise<DirectoryLock> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return lockDirectory(directory, user);
    } catch (error) {
      const isLeft = error instanceof DatabaseOpenError && error.code === "database_locked";
      if (!isLeft || isHolderAlive(directory) || performance.now() > deadlineMs) throw error;
    }
    await sleep(LOOK_INTERVAL_MS);
  }
}

/**
 * Locks `directory` for this process, which works for the process `user`; throws `database_locked` with the pid of the process
 * that uses it.
 *
 * The lock is an exclusive transaction on an SQLite file beside the directory, which is a kernel
 * file lock: it is freed when the holder dies, however it dies, and it works across containers
 * that share the disk, where a pid file alone would name an unrelated process.
 */
export function lockDirectory(directory: string, user = process.pid): DirectoryLock {
  const pidFile = pidFileOf(directory);
  const connection = openLockFile(`${directory}.lock`, directory);
  try {
    connection.exec("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE");
    writeFileSync(pidFile, `${user}\n`);
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
  makePlaceOf(directory);
  try {
    return new DatabaseSync(lockFile, { timeout: 0 });
  } catch (error) {
    throw unwritable(directory, error);
  }
}

/** Makes the parent folder of a directory and its lock; throws ConfigError. */
export function makePlaceOf(directory: string): void {
  makePrivateDirectory(dirname(directory));
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

const pidFileOf = (directory: string): string => `${directory}.pid`;

/** Returns whether the process that the directory was locked for still exists. */
function isHolderAlive(directory: string): boolean {
  const pid = Number.parseInt(readHolder(pidFileOf(directory)), 10);
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function readHolder(pidFile: string): string {
  try {
    return readFileSync(pidFile, "utf8").trim();
  } catch {
    return "(pid not known)";
  }
}
