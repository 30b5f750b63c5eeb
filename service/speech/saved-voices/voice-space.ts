import { createHash } from "node:crypto";
import type { ModelPool } from "../../engine/pool/pool.ts";
import { ApiError } from "../../contract/errors.ts";
import type { SavedVoice } from "./saved-voice.ts";

/** Names the voice space of a model: with other weights, a point would be another person. */
export function voiceSpaceOf({ manifest }: Pick<ModelPool, "manifest">): string {
  const weights = Object.entries(manifest.files)
    .map(([name, file]) => `${name} ${manifest.sha256[file] ?? ""}`)
    .toSorted();
  return createHash("sha256").update(weights.join("\n")).digest("hex").slice(0, 32);
}

/** Says whether a model can speak with a voice. */
export function isVoiceOf(
  voice: Pick<SavedVoice, "model" | "voiceSpace">,
  pool: Pick<ModelPool, "id" | "manifest">,
): boolean {
  return voice.model === pool.id && voice.voiceSpace === voiceSpaceOf(pool);
}

/** Throws ApiError (unknown_voice) for a voice that a model would speak with as somebody else. */
export function requireVoiceOf(
  voice: SavedVoice,
  pool: Pick<ModelPool, "id" | "manifest" | "voices">,
): void {
  if (isVoiceOf(voice, pool)) return;
  const weights = voice.model === pool.id ? `other weights of ${voice.model}` : voice.model;
  const names = pool.voices.map(({ name }) => name).join(", ");
  throw new ApiError(
    "unknown_voice",
    `The voice ${voice.id} was saved for ${weights}, and ${pool.id} would speak with another: ` +
      `save it again from its recording, or choose one of ${names}.`,
    "voice",
  );
}
