import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Opens a new file and unlinks it: the system frees it when the handle is closed, however this process ends. */
export async function openTemporaryFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `speech-${randomUUID()}`);
  const handle = await open(path, "wx+", 0o600);
  await unlink(path);
  return handle;
}

const PIECE_BYTES = 64 * 1024;

/** Reads a file from its beginning, and leaves it open, also when the reader stops early. */
export async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array, void, undefined> {
  for (let position = 0; ;) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}
