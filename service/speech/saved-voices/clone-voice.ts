import type { AudioDecoder } from "../../engine/audio/decoding/audio-decoder.ts";
import type { Recording } from "../../engine/audio/decoding/open-audio.ts";
import { modelLoading } from "../../engine/pool/engine-error.ts";
import type { Engine } from "../../engine/engine.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";
import { ApiError } from "../../contract/errors.ts";
import { placeReference, readReference, REFERENCE_FIELD } from "../voice/reference-recording.ts";
import { voiceSpaceOf, type ClonedVoice } from "./saved-voice.ts";

/** What placing a recording takes of a model, as characters to speak. */
const PLACING_UNITS = 200;

/**
 * Returns the model that new voices are saved for: the default one, or another that can clone voices.
 *
 * Throws EngineError (model_loading) until it was loaded, and ApiError where no model can.
 */
export function cloningModel(engine: Engine): ModelPool {
  const pools = [engine.defaultOf("synthesis"), ...engine.ofTask("synthesis")];
  const able = pools.find((pool) => pool?.can("cloned_voices"));
  if (able === undefined) {
    throw new ApiError(
      "unsupported_field",
      "There is no model that can clone a voice.",
      REFERENCE_FIELD,
    );
  }
  if (able.voiceSpaceRate === undefined) throw modelLoading(able.id);
  return able;
}

/**
 * Hears who speaks in a recording of 3 to 30 seconds.
 *
 * Rejects with ApiError (invalid_reference, reference_too_short, reference_too_long), with EngineError, or with the
 * signal's reason.
 */
export async function cloneVoice(
  recording: Recording,
  pool: ModelPool,
  decoder: AudioDecoder,
  signal: AbortSignal,
): Promise<ClonedVoice> {
  const { voiceSpaceRate } = pool;
  if (voiceSpaceRate === undefined) throw new RangeError(`${pool.id} has no voice space`);
  const samples = await readReference(recording, decoder, voiceSpaceRate, signal);
  using slot = await pool.admit({ urgency: "short", units: PLACING_UNITS }, signal);
  return {
    model: pool.id,
    voiceSpace: voiceSpaceOf(pool),
    point: await placeReference(slot, samples, signal),
    durationSeconds: samples.length / voiceSpaceRate,
  };
}
