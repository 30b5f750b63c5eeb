import type { AudioDecoder } from "../../engine/audio/decoding/audio-decoder.ts";
import type { Recording } from "../../engine/audio/decoding/open-audio.ts";
import { modelLoading } from "../../engine/pool/engine-error.ts";
import type { Engine } from "../../engine/engine.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";
import { Refusal } from "../../contract/refusal.ts";
import { REFERENCE_FIELD } from "../voice/reference-audio.ts";
import { hearReference, placeReference } from "../voice/hear-reference.ts";
import type { ClonedVoice } from "./saved-voice.ts";
import { voiceSpaceOf } from "./voice-space.ts";

/** What placing a recording takes of a model, as characters to speak. */
const PLACING_UNITS = 200;

/**
 * The model of an engine that new voices are saved for: the default one, or another whose voices are not fixed.
 *
 * Throws EngineError (model_loading) as long as it may be one that is still to be loaded, then Refusal.
 */
export function cloningModel(engine: Engine): ModelPool {
  const pools = [engine.defaultOf("synthesis"), ...engine.ofTask("synthesis")];
  const able = pools.find((pool) => pool?.voiceSpaceRate !== undefined);
  if (able !== undefined) return able;
  const loading = pools.find((pool) => pool?.voices.length === 0);
  if (loading !== undefined) throw modelLoading(loading.id);
  throw new Refusal(
    "unsupported_field",
    "There is no model that can clone a voice.",
    REFERENCE_FIELD,
  );
}

/**
 * Hears who speaks in a recording of 3 to 30 seconds.
 *
 * Rejects with Refusal (invalid_reference, reference_too_short, reference_too_long), with EngineError, or with the
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
  const samples = await hearReference(recording, decoder, voiceSpaceRate, signal);
  using slot = await pool.admit({ urgency: "short", units: PLACING_UNITS }, signal);
  return {
    model: pool.id,
    voiceSpace: voiceSpaceOf(pool),
    point: await placeReference(slot, samples, signal),
    durationSeconds: samples.length / voiceSpaceRate,
  };
}
