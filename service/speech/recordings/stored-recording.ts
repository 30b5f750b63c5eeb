import { createHash } from "node:crypto";
import type { Recording } from "../../engine/audio/decoding/open-audio.ts";
import { bytesOf, openTemporaryFile } from "../../engine/audio/temporary-file.ts";
import { ApiError } from "../../contract/errors.ts";
import { LIMITS } from "../../contract/limits.ts";

/** A recording stored on disk. */
export interface StoredRecording extends Recording, AsyncDisposable {
  /** Digest of the received bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Stores bytes up to the maximum size of an upload; `watched` may reject before all are stored. */
export async function storePieces(
  pieces: AsyncIterable<Uint8Array>,
  watched: <Value>(storing: Promise<Value>) => Promise<Value> = (storing) => storing,
): Promise<StoredRecording> {
  const handle = await openTemporaryFile();
  const hash = createHash("sha256");
  let bytes = 0;
  const store = async () => {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > LIMITS.uploadBytes) throw tooLarge();
      hash.update(piece);
      await handle.writeFile(piece);
    }
  };
  try {
    await watched(store());
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    bytes,
    sha256: hash.digest("hex"),
    read: () => bytesOf(handle),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

export function tooLarge(): ApiError {
  return new ApiError("file_too_large");
}
