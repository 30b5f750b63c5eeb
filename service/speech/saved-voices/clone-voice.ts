import type { AudioDecoder } from "../../engine/audio/decoder/audio-decoder.ts";
import type { Recording } from "../../engine/audio/open-audio.ts";
import { modelLoading } from "../../engine/engine-error.ts";
import type { ModelPool } from "../../engine/pool.ts";
import { hearReference, placeReference } from "../voice/hear-reference.ts";
import type { ClonedVoice } from "./saved-voice.ts";
import { voiceSpaceOf } from "./voice-space.ts";

/** What placing a recording takes of a model, as characters to speak. */
const PLACING_UNITS = 200;

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
  if (voiceSpaceRate === undefined) throw modelLoading(pool.id);
  const samples = await hearReference(recording, decoder, voiceSpaceRate, signal);
  using slot = await pool.admit({ urgency: "short", units: PLACING_UNITS }, signal);
  return {
    model: pool.id,
    voiceSpace: voiceSpaceOf(pool),
    point: await placeReference(slot, samples, signal),
    durationSeconds: samples.length / voiceSpaceRate,
  };
}
