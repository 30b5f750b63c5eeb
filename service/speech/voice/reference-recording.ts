/** Reads the recording of a voice that is to be cloned. */

import { LIMITS } from "../../contract/limits.ts";
import { ApiError } from "../../contract/errors.ts";
import { AudioError } from "../../engine/audio/audio-error.ts";
import { openAudio, type Recording } from "../../engine/audio/decoding/open-audio.ts";
import { joinSamples } from "../../engine/audio/samples.ts";
import { Resampler } from "../../engine/audio/resampler.ts";
import type { Engine } from "../../engine/engine.ts";
import type { VoicePoint } from "../../engine/model/model.ts";
import type { Slot } from "../../engine/pool/pool.ts";
import { placeVoice } from "../../engine/pool/remote-synthesis.ts";
import { hasWords } from "./heard-words.ts";

/** The field of a request that holds the recording. */
export const REFERENCE_FIELD = "reference_audio";

/** The parts of the engine that decode recordings and recognise speech in them. */
export type ListeningEngine = Pick<Engine, "decoder" | "defaultOf">;

/** Includes the URL-safe alphabet. */
const BASE64 = /^[\w+/-]*={0,2}$/;
const PIECE_BYTES = 64 * 1024;
const WINDOW_SECONDS = 0.02;
/** Below this, relative to full scale, a recording counts as silent. */
const SILENCE_LEVEL = 10 ** (-50 / 20);
const MIN_AUDIBLE_SECONDS = 0.5;

/** Returns the recording of a voice whose speaker has agreed, from a file, base64 or a data URL; throws ApiError. */
export function consentedRecording(
  consent: boolean | undefined,
  recording: Recording | string | undefined,
): Recording {
  if (consent !== true) {
    throw new ApiError(
      "consent_required",
      "A recording of a voice has to come with consent: true, which says that its speaker agrees.",
      "consent",
    );
  }
  if (typeof recording === "object") return recording;
  if (recording === undefined) {
    throw invalidReference("has to be a recording: base64, a data URL, or a file of a form");
  }
  // Some encoders break lines.
  const text = recording.replace(/^data:[^,]{0,200};base64,/i, "").replace(/\s+/g, "");
  if (!BASE64.test(text)) throw invalidReference("is no base64");
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > LIMITS.referenceBytes) throw referenceTooLarge();
  return recordingOf(bytes);
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

export function referenceTooLarge(): ApiError {
  const megabytes = LIMITS.referenceBytes / 1024 / 1024;
  return refusal("reference_too_large", `is larger than ${megabytes} MB`);
}

function nobodySpeaks(): ApiError {
  return invalidReference("has nobody speaking in it");
}

function invalidReference(reason: string): ApiError {
  return refusal("invalid_reference", reason);
}

function refusal(
  code: "invalid_reference" | "reference_too_large" | "reference_too_short" | "reference_too_long",
  reason: string,
): ApiError {
  return new ApiError(code, `${REFERENCE_FIELD} ${reason}.`, REFERENCE_FIELD);
}

/**
 * Decodes a recording of speech to mono samples in [-1, 1] at `sampleRate` in Hz; stops decoding beyond the maximum length.
 * Rejects with ApiError (invalid_reference, reference_too_short, reference_too_long), EngineError, or the signal's reason.
 */
export async function readReference(
  recording: Recording,
  engine: ListeningEngine,
  sampleRate: number,
  isAnonymous: boolean,
  signal: AbortSignal,
): Promise<Float32Array> {
  const { minReferenceSeconds } = LIMITS;
  const samples = await decodeReference(recording, engine, sampleRate, isAnonymous, signal);
  if (samples.length < minReferenceSeconds * sampleRate) {
    const seconds = (samples.length / sampleRate).toFixed(1);
    const reason = `lasts ${seconds} s; at least ${minReferenceSeconds} s are needed`;
    throw refusal("reference_too_short", reason);
  }
  if (audibleSeconds(samples, sampleRate) < MIN_AUDIBLE_SECONDS)
    throw invalidReference("is silent");
  const model = engine.defaultOf("transcription");
  // Without a transcription model, `placeReference` decides whether anybody speaks.
  if (model === undefined || model.state === "broken") return samples;
  if (await hasWords(samples, sampleRate, { model, isAnonymous }, signal)) return samples;
  throw nobodySpeaks();
}

/**
 * Returns a recorded speaker's point in the voice space; rejects with ApiError (invalid_reference), EngineError, or the
 * signal's reason.
 */
export async function placeReference(
  slot: Slot,
  samples: Float32Array,
  signal: AbortSignal,
): Promise<VoicePoint> {
  const point = await placeVoice(slot, samples, signal);
  if (point === undefined) throw nobodySpeaks();
  return point;
}

async function decodeReference(
  recording: Recording,
  { decoder }: ListeningEngine,
  sampleRate: number,
  isAnonymous: boolean,
  signal: AbortSignal,
): Promise<Float32Array> {
  const { maxReferenceSeconds } = LIMITS;
  const pieces: Float32Array[] = [];
  let length = 0;
  try {
    const audio = await openAudio(recording, decoder, sampleRate);
    const max = Math.ceil((maxReferenceSeconds + audio.paddingSeconds) * sampleRate);
    const append = (piece: Float32Array) => {
      length += piece.length;
      if (length > max) {
        throw refusal("reference_too_long", `lasts longer than ${maxReferenceSeconds} s`);
      }
      pieces.push(piece);
    };
    const resampler = new Resampler(audio.sampleRate, sampleRate);
    for await (const piece of audio.read(signal, { urgency: "short", isAnonymous })) {
      append(resampler.push(piece));
    }
    append(resampler.end());
  } catch (error) {
    if (!(error instanceof AudioError)) throw error;
    throw invalidReference(`cannot be heard: ${error.message}`);
  }
  return joinSamples(pieces);
}

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
