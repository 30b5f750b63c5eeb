/** The recording of a voice, as a field holds it. */

import { LIMITS } from "../../contract/limits.ts";
import type { Recording } from "../../engine/audio/decoding/open-audio.ts";
import { ApiError } from "../../contract/errors.ts";

export const REFERENCE_FIELD = "reference_audio";

const DATA_URL = /^data:[^,]{0,200};base64,/i;
/** The URL-safe letters are base64 as well. */
const BASE64 = /^[\w+/-]*={0,2}$/;
/** Some encoders break lines. */
const WHITESPACE = /\s+/g;
const PIECE_BYTES = 64 * 1024;

/** Reads a recording from base64 or a data URL; throws ApiError (invalid_reference, reference_too_large). */
export function parseReferenceAudio(value: string | undefined): Recording {
  if (value === undefined) {
    throw invalidReference("has to be a recording: base64, a data URL, or a file of a form");
  }
  const text = value.replace(DATA_URL, "").replace(WHITESPACE, "");
  if (!BASE64.test(text)) throw invalidReference("is no base64");
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > LIMITS.referenceBytes) throw referenceTooLarge();
  return recordingOf(bytes);
}

/** A recording of a voice that cannot be used, for a reason that continues "reference_audio …". */
export function invalidReference(reason: string): ApiError {
  return new ApiError("invalid_reference", `${REFERENCE_FIELD} ${reason}.`, REFERENCE_FIELD);
}

export function referenceTooLarge(): ApiError {
  const megabytes = LIMITS.referenceBytes / 1024 / 1024;
  return new ApiError(
    "reference_too_large",
    `${REFERENCE_FIELD} is larger than ${megabytes} MB.`,
    REFERENCE_FIELD,
  );
}

function recordingOf(bytes: Buffer): Recording {
  return {
    bytes: bytes.length,
    async *read() {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        yield bytes.subarray(at, at + PIECE_BYTES);
      }
    },
  };
}
