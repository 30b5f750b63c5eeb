import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Opens a new file for writing and reading that has no name any more.
 *
 * The system frees it when the handle is closed, however this process ends.
 */
export async function openTemporaryFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `speech-${randomUUID()}`);
  const handle = await open(path, "wx+", 0o600);
  await unlink(path);
  return handle;
}
