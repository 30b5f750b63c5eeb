import type { FastifyRequest } from "fastify";
import type { Recording } from "../../../engine/audio/decoding/open-audio.ts";
import type { WavFormat } from "../../../engine/audio/wav-format.ts";
import { wavHeaderOf } from "../../../engine/audio/wav-writer.ts";
import { LIMITS } from "../../../contract/limits.ts";
import {
  storePieces,
  tooLarge,
  type StoredRecording,
} from "../../../speech/recordings/stored-recording.ts";
import type { Receipts } from "../../http/receipts.ts";

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
