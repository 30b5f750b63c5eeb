import { accountIdOf, isAnonymous, type Principal } from "../access/authenticate.ts";
import { unknownEntry } from "../accounts/account-entries.ts";
import { ApiError } from "../contract/errors.ts";
import type { Engine } from "../engine/engine.ts";
import type { Manner, Speaker, SpokenWord } from "../engine/model/model.ts";
import type { ModelPool } from "../engine/pool/pool.ts";
import { synthesizeRemotely } from "../engine/pool/remote-synthesis.ts";
import type { Dictionaries } from "./pronunciations/dictionaries.ts";
import type { RequestedPronunciations } from "./pronunciations/pronunciation-fields.ts";
import { pronounce, type PronouncedText } from "./pronunciations/speakable-text.ts";
import type { WordIndex } from "./pronunciations/word-index.ts";
import type { SavedVoiceStore } from "./saved-voices/saved-voice-store.ts";
import { requireVoiceOf, speakerOf, type SavedVoice } from "./saved-voices/saved-voice.ts";
import type { SpeechRequest } from "./speech-request.ts";
import { pronounceScript } from "./ssml/pronounced-script.ts";
import { bothManners } from "./voice/manner-blend.ts";
import {
  placeReference,
  readReference,
  type ListeningEngine,
} from "./voice/reference-recording.ts";

/** Texts up to this length have priority over longer ones. */
const SHORT_CHARACTERS = 300;

/** The sources of what synthesis needs besides the request and the model. */
export interface SpeechStores {
  readonly engine: Engine;
  readonly voices: SavedVoiceStore;
  readonly dictionaries: Dictionaries;
}

/** The engine and stores that one caller may use. */
export interface SpeechSources {
  /** Whether the caller has no account. */
  readonly isAnonymous: boolean;
  readonly engine: ListeningEngine;
  /** Finds a saved voice that a model can speak with; rejects with ApiError or StoreUnavailable. */
  findSavedVoice(voiceId: string, pool: ModelPool): Promise<SavedVoice>;
  /** Finds how words are to be spoken; rejects with ApiError or StoreUnavailable. */
  findPronunciations(requested: RequestedPronunciations): Promise<WordIndex>;
}

/** Returns the sources of an account; a demo session has none, and nothing that is stored. */
export function speechSources(
  principal: Principal,
  { engine, voices, dictionaries }: SpeechStores,
): SpeechSources {
  const accountId = accountIdOf(principal);
  return {
    isAnonymous: isAnonymous(principal),
    engine,
    async findSavedVoice(voiceId, pool) {
      if (accountId === undefined) throw unknownEntry("voices", voiceId, "voice");
      const voice = await voices.find(accountId, voiceId, "voice");
      requireVoiceOf(voice, pool);
      return voice;
    },
    findPronunciations: (requested) => dictionaries.rulesFor(accountId, requested),
  };
}

/** Returns the words to speak for a request; rejects with ApiError, also when nothing is speakable, or StoreUnavailable. */
export async function speakableRequest(
  request: SpeechRequest,
  sources: SpeechSources,
): Promise<PronouncedText> {
  const said = await pronouncedRequest(request, sources);
  if (said.text !== "") return said;
  const message = request.hadMarkup
    ? "input has nothing that can be spoken: it is only markup, which is taken out."
    : "input has nothing that can be spoken.";
  throw new ApiError("invalid_request", message, "input");
}

/** Returns the words to speak for a request, none where nothing is speakable; rejects with ApiError or StoreUnavailable. */
export async function pronouncedRequest(
  { text, script, pronunciations }: Pick<SpeechRequest, "text" | "script" | "pronunciations">,
  sources: SpeechSources,
): Promise<PronouncedText> {
  const index = await sources.findPronunciations(pronunciations);
  return script === undefined ? pronounce(text, index) : pronounceScript(script, index);
}

/**
 * Yields the samples of a text, mono in [-1, 1] at the model's rate, as they are synthesized; `spoken` gets the times of its
 * words, where the model knows them. Throws ApiError when the voice is not available, EngineError, or the signal's reason.
 */
export async function* speak(
  { text, pronounced, pauses, spans }: PronouncedText,
  { voice, output }: Pick<SpeechRequest, "voice" | "output">,
  model: ModelPool,
  sources: SpeechSources,
  signal: AbortSignal,
  spoken?: (words: readonly SpokenWord[]) => void,
): AsyncGenerator<Float32Array> {
  using _held = model.hold();
  const { ready, manner } = await readySpeaker(voice, model, sources, signal);
  const urgency = text.length <= SHORT_CHARACTERS ? "short" : "long";
  const work = { urgency, units: text.length, isAnonymous: sources.isAnonymous } as const;
  using slot = await model.admit(work, signal);
  const speaker =
    ready instanceof Float32Array
      ? ({ kind: "point", point: await placeReference(slot, ready, signal) } as const)
      : ready;
  const { speed, seed } = output;
  const request = { text, pronounced, pauses, spans, speaker, manner, speed, seed };
  yield* synthesizeRemotely(slot, request, signal, spoken);
}

/** Prepares the speaker without a slot at the model; for a recording it returns samples, which the model has yet to place. */
async function readySpeaker(
  { speaker, manner }: SpeechRequest["voice"],
  pool: ModelPool,
  sources: SpeechSources,
  signal: AbortSignal,
): Promise<{ readonly ready: Speaker | Float32Array; readonly manner: Manner }> {
  if (speaker.kind === "recording") {
    const { recording, sampleRate } = speaker;
    const { engine, isAnonymous } = sources;
    const ready = await readReference(recording, engine, sampleRate, isAnonymous, signal);
    return { ready, manner };
  }
  if (speaker.kind !== "saved") return { ready: speaker, manner };
  const saved = speakerOf(await sources.findSavedVoice(speaker.voiceId, pool));
  const both = saved.manner === undefined ? manner : bothManners(saved.manner, manner);
  return { ready: saved.speaker, manner: both };
}
