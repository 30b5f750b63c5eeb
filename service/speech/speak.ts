import { DEFAULT_SPEECH_MODEL_ID } from "../contract/speech.ts";
import type { Engine } from "../engine/engine.ts";
import { modelLoading } from "../engine/pool/engine-error.ts";
import type { Speaker } from "../engine/model/model.ts";
import type { ModelPool, Slot } from "../engine/pool/pool.ts";
import { synthesizeRemotely } from "../engine/pool/remote-synthesis.ts";
import { pronounce } from "./pronunciations/speakable-text.ts";
import { ApiError } from "../contract/errors.ts";
import type { RequestedSpeaker } from "./speech-request-voice.ts";
import {
  findSpeechModel,
  type SpeechFields,
  type SpeechModel,
  type SpeechRequest,
} from "./speech-request.ts";
import type { SpeechSources } from "./speech-sources.ts";
import { readReference, placeReference } from "./voice/reference-recording.ts";

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
    can: (capability) => pool.can(capability),
    voiceSpaceRate: pool.voiceSpaceRate,
    pool,
  };
}

/** Finds the model that a request names, or the default one; throws ApiError, or EngineError (model_loading). */
export function findLoadedSpeechModel(
  fields: Pick<SpeechFields, "model">,
  engine: Engine,
): LoadedSpeechModel {
  const models = engine.ofTask("synthesis").map(speechModel);
  const standard = models.find(({ pool }) => pool === engine.defaultOf("synthesis"));
  const model = findSpeechModel(fields, models, standard);
  // Its voices are known once it has been loaded.
  if (model !== undefined && model.voices.length > 0) return model;
  throw modelLoading(model?.id ?? DEFAULT_SPEECH_MODEL_ID);
}

/**
 * Yields the samples of a text, mono in [-1, 1] at the model's rate, sentence by sentence as they are made.
 *
 * Throws ApiError when nothing in the text can be spoken, or its voice cannot be had; EngineError, or the signal's reason.
 */
export async function* speak(
  { model, text: written, pronunciations, voice, output }: SpeechRequest<LoadedSpeechModel>,
  sources: SpeechSources,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  const rules = await sources.findPronunciations(pronunciations);
  const { text, pronounced } = pronounce(written, rules);
  if (text === "") {
    throw new ApiError("invalid_request", "input has nothing that can be spoken.", "input");
  }
  const ready = await readySpeaker(voice.speaker, model.pool, sources, signal);
  const urgency = text.length <= SHORT_CHARACTERS ? "short" : "long";
  using slot = await model.pool.admit({ urgency, units: text.length }, signal);
  const speaker = ready.kind === "recorded" ? await clone(slot, ready.samples, signal) : ready;
  const { manner } = voice;
  const request = { text, pronounced, speaker, manner, speed: output.speed };
  yield* synthesizeRemotely(slot, request, signal);
}

/** A known speaker, or a recorded one whom the model has yet to place in its voice space. */
type ReadySpeaker = Speaker | { readonly kind: "recorded"; readonly samples: Float32Array };

/** Does all that needs no place at the model. */
async function readySpeaker(
  speaker: RequestedSpeaker,
  pool: ModelPool,
  sources: SpeechSources,
  signal: AbortSignal,
): Promise<ReadySpeaker> {
  if (speaker.kind === "recording") {
    const { recording, sampleRate } = speaker;
    return {
      kind: "recorded",
      samples: await readReference(recording, sources.decoder, sampleRate, signal),
    };
  }
  if (speaker.kind !== "saved") return speaker;
  return { kind: "point", point: await sources.findSavedVoice(speaker.voiceId, pool) };
}

async function clone(slot: Slot, samples: Float32Array, signal: AbortSignal): Promise<Speaker> {
  return { kind: "point", point: await placeReference(slot, samples, signal) };
}
