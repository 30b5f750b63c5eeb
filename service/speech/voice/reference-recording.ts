/** Reads the recording of a voice that is to be cloned. */

import { LIMITS } from "../../contract/limits.ts";
import { AudioError } from "../../engine/audio/audio-error.ts";
import type { AudioDecoder } from "../../engine/audio/decoding/audio-decoder.ts";
import { openAudio, type Recording } from "../../engine/audio/decoding/open-audio.ts";
import { Resampler } from "../../engine/audio/resampler.ts";
import type { VoicePoint } from "../../engine/model/model.ts";
import type { Slot } from "../../engine/pool/pool.ts";
import { placeVoice } from "../../engine/pool/remote-synthesis.ts";
import { ApiError } from "../../contract/errors.ts";
import { invalidReference, REFERENCE_FIELD } from "./reference-audio.ts";

/** Encoders put silence around what they were given: a recording may be longer by this. */
const PADDING_SECONDS = 0.1;
const WINDOW_SECONDS = 0.02;
/** Below this, relative to full scale, a recording counts as silent. */
const SILENCE_LEVEL = 10 ** (-50 / 20);
const LEAST_AUDIBLE_SECONDS = 0.5;

/**
 * Decodes a recording of a voice to mono samples in [-1, 1] at a rate in hertz, and no further than it may be long.
 *
 * Rejects with ApiError (invalid_reference, reference_too_short, reference_too_long) or the signal's reason.
 */
export async function readReference(
  recording: Recording,
  decoder: AudioDecoder,
  sampleRate: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const { leastReferenceSeconds } = LIMITS;
  const samples = await decodeReference(recording, decoder, sampleRate, signal);
  if (samples.length < leastReferenceSeconds * sampleRate) {
    const seconds = (samples.length / sampleRate).toFixed(1);
    const message = `${REFERENCE_FIELD} lasts ${seconds} s; at least ${leastReferenceSeconds} s are needed.`;
    throw new ApiError("reference_too_short", message, REFERENCE_FIELD);
  }
  if (audibleSeconds(samples, sampleRate) < LEAST_AUDIBLE_SECONDS)
    throw invalidReference("is silent");
  return samples;
}

/**
 * Finds the speaker of a recording in a model's voice space.
 *
 * `samples` are at the model's rate of its voice space. Rejects with ApiError (invalid_reference) when nobody is heard,
 * with EngineError, or with the signal's reason.
 */
export async function placeReference(
  slot: Slot,
  samples: Float32Array,
  signal: AbortSignal,
): Promise<VoicePoint> {
  const point = await placeVoice(slot, samples, signal);
  if (point === undefined) throw invalidReference("has nobody speaking in it");
  return point;
}

async function decodeReference(
  recording: Recording,
  decoder: AudioDecoder,
  sampleRate: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const most = Math.ceil((LIMITS.mostReferenceSeconds + PADDING_SECONDS) * sampleRate);
  const samples = new Float32Array(most);
  let length = 0;
  const append = (piece: Float32Array) => {
    if (length + piece.length > most) throw tooLong();
    samples.set(piece, length);
    length += piece.length;
  };
  try {
    const audio = await openAudio(recording, decoder, sampleRate);
    const resampler = new Resampler(audio.sampleRate, sampleRate);
    for await (const piece of audio.read(signal)) append(resampler.push(piece));
    append(resampler.end());
  } catch (error) {
    if (!(error instanceof AudioError)) throw error;
    throw invalidReference(`cannot be heard: ${error.message}`);
  }
  return samples.slice(0, length);
}

/** Returns how long a recording is louder than silence. */
function audibleSeconds(samples: Float32Array, sampleRate: number): number {
  const window = Math.round(WINDOW_SECONDS * sampleRate);
  let audibleWindows = 0;
  for (let at = 0; at + window <= samples.length; at += window) {
    let power = 0;
    for (const sample of samples.subarray(at, at + window)) power += sample * sample;
    if (power > SILENCE_LEVEL ** 2 * window) audibleWindows += 1;
  }
  return audibleWindows * WINDOW_SECONDS;
}

function tooLong(): ApiError {
  return new ApiError(
    "reference_too_long",
    `${REFERENCE_FIELD} lasts longer than ${LIMITS.mostReferenceSeconds} s.`,
    REFERENCE_FIELD,
  );
}
