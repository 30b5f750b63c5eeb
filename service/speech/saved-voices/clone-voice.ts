import type { Recording } from "../../engine/audio/decoding/open-audio.ts";
import type { Engine } from "../../engine/engine.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";
import { ApiError } from "../../contract/errors.ts";
import { placeReference, readReference, REFERENCE_FIELD } from "../voice/reference-recording.ts";
import { voiceSpaceOf, type ClonedVoice } from "./saved-voice.ts";

/** The cost of placing a recording in the voice space, in characters to speak. */
const PLACING_UNITS = 200;

/**
 * Returns the model that new voices are saved for; throws EngineError (model_loading), and ApiError where none can
 * clone.
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
  if (able.voiceSpaceRate === undefined) throw able.unready;
  return able;
}

/** Clones the voice of a recording; rejects with ApiError (…_reference, reference_…), EngineError or the signal's reason. */
export async function cloneVoice(
  recording: Recording,
  pool: ModelPool,
  engine: Engine,
  signal: AbortSignal,
): Promise<ClonedVoice> {
  const { voiceSpaceRate } = pool;
  if (voiceSpaceRate === undefined) throw new RangeError(`${pool.id} has no voice space`);
  using _held = pool.hold();
  const samples = await readReference(recording, engine, voiceSpaceRate, false, signal);
  using slot = await pool.admit({ urgency: "short", units: PLACING_UNITS }, signal);
  return {
    model: pool.id,
    voiceSpace: voiceSpaceOf(pool),
    point: await placeReference(slot, samples, signal),
    durationSeconds: samples.length / voiceSpaceRate,
  };
}
