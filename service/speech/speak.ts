import { NEUTRAL_MANNER } from "../engine/model.ts";
import type { ModelPool } from "../engine/pool.ts";
import { synthesizeRemotely } from "../engine/remote-synthesis.ts";
import { normalize } from "./normalize/normalize.ts";
import { Refusal } from "./refusal.ts";
import type { SpeechModel, SpeechRequest } from "./speech-request.ts";

/** Texts up to this length come before longer ones. */
const SHORT_CHARACTERS = 300;

/** A synthesis model and what of it decides about requests. */
export interface LoadedSpeechModel extends SpeechModel {
  readonly pool: ModelPool;
}

/** The synthesis model of a pool as requests see it now. */
export function speechModel(pool: ModelPool): LoadedSpeechModel {
  return {
    id: pool.id,
    sampleRate: pool.manifest.sample_rate,
    voices: pool.voices.map(({ name }) => name),
    pool,
  };
}

/**
 * Yields the samples of a text, mono in [-1, 1] at the model's rate, sentence by sentence as they are made.
 *
 * Throws Refusal when nothing in the text can be spoken, EngineError, or the signal's reason.
 */
export async function* speak(
  { model, input, voice, speed }: SpeechRequest<LoadedSpeechModel>,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  const text = normalize(input).join(" ");
  if (text === "") {
    throw new Refusal("invalid_request", "input has nothing that can be spoken.", "input");
  }
  const urgency = text.length <= SHORT_CHARACTERS ? "short" : "long";
  using slot = await model.pool.admit({ urgency, units: text.length }, signal);
  const speaker = { kind: "built-in", name: voice } as const;
  yield* synthesizeRemotely(slot, { text, speaker, manner: NEUTRAL_MANNER, speed }, signal);
}
