import type { ElevenLabsVoice } from "../../../contract/dialects/elevenlabs.ts";
import type { Sent } from "../../../contract/schema.ts";
import type { Engine } from "../../../engine/engine.ts";
import { VOICE_LANGUAGE, type SavedVoice } from "../../../speech/saved-voices/saved-voice.ts";
import { sampleTag } from "../../../speech/voice-samples.ts";
import { offeredVoices } from "../../http/built-in-voices.ts";

/** A voice as the dialect lists it. */
export type ListedVoice = Sent<typeof ElevenLabsVoice>;

const SETTINGS = { speed: 1 };

/** Returns the built-in voices, those of the default model first. */
export function builtInVoices(engine: Engine, baseUrl: string): readonly ListedVoice[] {
  return offeredVoices(engine).map(({ voice: { name, gender, age }, models }) => ({
    voice_id: name,
    name,
    category: "premade",
    description: "",
    labels: { gender, age, language: VOICE_LANGUAGE },
    preview_url: `${baseUrl}/voices/${models[0].id}/${name}.mp3?v=${sampleTag(models[0])}`,
    settings: SETTINGS,
    high_quality_base_model_ids: models.map(({ id }) => id),
    is_owner: false,
  }));
}

/** Converts a saved voice to the dialect's format. */
export function savedVoice(voice: SavedVoice): ListedVoice {
  return {
    voice_id: voice.id,
    name: voice.name,
    category: voice.design === undefined ? "cloned" : "generated",
    description: voice.description,
    labels: { language: voice.language },
    preview_url: null,
    settings: SETTINGS,
    high_quality_base_model_ids: [voice.model],
    is_owner: true,
    created_at_unix: Math.floor(voice.createdAt.getTime() / 1000),
  };
}
