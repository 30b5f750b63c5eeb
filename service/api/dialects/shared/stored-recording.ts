import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Recording } from "../../../engine/audio/decoding/open-audio.ts";
import { bytesOf, openTemporaryFile } from "../../../engine/audio/temporary-file.ts";
import type { WavFormat } from "../../../engine/audio/wav-format.ts";
import { wavHeaderOf } from "../../../engine/audio/wav-writer.ts";
import { ApiError } from "../../../contract/errors.ts";
import { LIMITS } from "../../../contract/limits.ts";
import type { Receipts } from "../../http/receipts.ts";

/** A recording stored on disk. */
export interface StoredRecording extends Recording, AsyncDisposable {
  /** Digest of the received bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Stores the body of a request as it arrives; rejects with ApiError. */
export async function storeBody(
  request: FastifyRequest,
  receipts: Receipts,
): Promise<StoredRecording> {
  if (Number(request.headers["content-length"] ?? 0) > LIMITS.uploadBytes) throw tooLarge();
  using receipt = receipts.begin(request, LIMITS.uploadBytes, tooLarge);
  const body = request.raw;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    // A request that is destroyed cannot be answered.
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      receipt.count(piece.length);
      yield piece;
    }
  }
  try {
    return await storePieces(pieces(), (storing) => receipt.unlessRefused(storing));
  } finally {
    // Most clients read the response only after they have sent everything.
    body.resume();
  }
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

/** Returns samples without a container as a WAV file. */
export function asWav(samples: Recording, format: WavFormat): Recording {
  const header = wavHeaderOf(format, samples.bytes);
  return {
    // A recording without samples stays empty.
    bytes: samples.bytes === 0 ? 0 : samples.bytes + header.length,
    async *read() {
      yield header;
      yield* samples.read();
    },
  };
}

function tooLarge(): ApiError {
  return new ApiError("file_too_large");
}
