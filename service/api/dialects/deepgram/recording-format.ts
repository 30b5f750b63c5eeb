import { RAW_ENCODINGS, type ListenQuery } from "../../../contract/dialects/deepgram.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { Sent } from "../../../contract/schema.ts";
import { isWav } from "../../../engine/audio/containers.ts";
import type { Recording } from "../../../engine/audio/decoding/open-audio.ts";
import type { SampleEncoding } from "../../../engine/audio/sample-decoder.ts";
import { WAV_MARK_BYTES } from "../../../engine/audio/wav-reader.ts";
import { asWav } from "../shared/stored-recording.ts";

export const SAMPLE_ENCODINGS: Readonly<Record<(typeof RAW_ENCODINGS)[number], SampleEncoding>> = {
  linear16: "s16le",
  linear32: "f32le",
  mulaw: "mulaw",
  alaw: "alaw",
};

/** Returns raw samples as a WAV file; a recording with a container is returned as it is. */
export async function withContainer(
  stored: Recording,
  query: Sent<typeof ListenQuery>,
): Promise<Recording> {
  const encoding = RAW_ENCODINGS.find((name) => name === query.encoding);
  if (encoding === undefined || (await beginsAsWav(stored))) return stored;
  const { sample_rate: sampleRate, channels } = query;
  if (sampleRate === undefined) throw noSampleRate(encoding);
  return asWav(stored, { encoding: SAMPLE_ENCODINGS[encoding], sampleRate, channels });
}

/** Creates the error for raw samples without a sample rate. */
export function noSampleRate(encoding: string): ApiError {
  const message = `sample_rate is missing; encoding ${encoding} needs it.`;
  return new ApiError("invalid_request", message, "sample_rate");
}

async function beginsAsWav(recording: Recording): Promise<boolean> {
  for await (const piece of recording.read()) {
    return piece.length >= WAV_MARK_BYTES && isWav(piece);
  }
  return false;
}
