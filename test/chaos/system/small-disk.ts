import { execFile } from "node:child_process";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const MEGABYTES = 8;
const PIECE = Buffer.alloc(64 * 1024, 1);

/** A directory on a disk of its own that can be filled. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string;
  /** Whether it is a disk of its own; where nobody may mount one it is a directory like others. */
  readonly isOwn: boolean;
  /** Leaves no byte free. */
  fill(): Promise<void>;
  /** There is room again. */
  free(): Promise<void>;
}

/** Makes the directory, on a small disk in memory where the system lets us mount one. */
export async function smallDisk(directory: string): Promise<SmallDisk> {
  await mkdir(directory, { recursive: true });
  const options = ["-t", "tmpfs", "-o", `size=${MEGABYTES}m,mode=0700`, "none", directory];
  const isOwn = await run("mount", options).then(
    () => true,
    () => false,
  );
  const filling = path.join(directory, "filling");
  return {
    path: directory,
    isOwn,
    async fill() {
      const file = await open(filling, "w");
      try {
        for (;;) await file.write(PIECE);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(filling, { force: true }),
    async [Symbol.asyncDispose]() {
      if (isOwn) await run("umount", ["-l", directory]);
    },
  };
}
