import type { AudioDecoder } from "../engine/audio/decoding/audio-decoder.ts";
import type { VoicePoint } from "../engine/model/model.ts";
import type { ModelPool } from "../engine/pool/pool.ts";
import type { Dictionaries } from "./pronunciations/dictionaries.ts";
import type { PronunciationRule } from "./pronunciations/pronunciation.ts";
import type { RequestedPronunciations } from "./pronunciations/requested-pronunciations.ts";
import type { WordIndex } from "./pronunciations/word-index.ts";
import { unknownSavedVoice, type SavedVoiceStore } from "./saved-voices/saved-voice-store.ts";
import { requireVoiceOf } from "./saved-voices/voice-space.ts";

/** What speech is made of beside the request and the model, for one who asks. */
export interface SpeechSources {
  readonly decoder: AudioDecoder;
  /** Finds the place of a saved voice in a model's voice space; rejects with ApiError or StoreUnavailable. */
  findSavedVoice(voiceId: string, pool: ModelPool): Promise<VoicePoint>;
  /** Finds how words are to be spoken; rejects with ApiError or StoreUnavailable. */
  findPronunciations(requested: RequestedPronunciations): Promise<WordIndex<PronunciationRule>>;
}

/** Where all sources come from. */
export interface SpeechStores {
  readonly decoder: AudioDecoder;
  readonly voices: SavedVoiceStore;
  readonly dictionaries: Dictionaries;
}

/** The sources of an account; a demo session has none, and nothing that is stored. */
export function speechSources(
  accountId: string | undefined,
  { decoder, voices, dictionaries }: SpeechStores,
): SpeechSources {
  return {
    decoder,
    async findSavedVoice(voiceId, pool) {
      if (accountId === undefined) throw unknownSavedVoice(voiceId, "voice");
      const voice = await voices.find(accountId, voiceId, "voice");
      requireVoiceOf(voice, pool);
      return voice.point;
    },
    findPronunciations: (requested) => dictionaries.rulesFor(accountId, requested),
  };
}
