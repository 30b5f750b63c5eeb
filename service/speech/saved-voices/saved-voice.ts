import { createHash } from "node:crypto";
import { ApiError } from "../../contract/errors.ts";
import type { Manner, Speaker, VoicePoint } from "../../engine/model/model.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";

/** The model and the weights that a voice belongs to. */
interface VoiceHome {
  /** The synthesis model that speaks with it. */
  readonly model: string;
  /** The id that `voiceSpaceOf` returns for the model. */
  readonly voiceSpace: string;
}

/** A cloned voice as it was made, without a name and an owner. */
export interface ClonedVoice extends VoiceHome {
  readonly point: VoicePoint;
  /** Seconds of the recording, which is not kept. */
  readonly durationSeconds: number;
}

/** A voice designed from a description, without a name and an owner. */
export interface DesignedVoice extends VoiceHome {
  /** The result of reading the description, so that the voice does not change when the vocabulary grows. */
  readonly design: {
    readonly description: string;
    readonly speaker: Omit<Extract<Speaker, { kind: "designed" }>, "kind">;
    readonly manner: Manner;
  };
}

/** The name and description that the owner gives a voice. */
export interface VoiceLabel {
  readonly name: string;
  readonly description: string;
}

interface Saved extends VoiceLabel {
  readonly id: string;
  readonly language: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface SavedClone extends Saved, ClonedVoice {
  readonly design?: undefined;
  /** When consent was given, and with which key. */
  readonly consentedAt: Date;
  readonly consentKeyId: string;
}

interface SavedDesign extends Saved, DesignedVoice {
  readonly point?: undefined;
  readonly durationSeconds?: undefined;
  readonly consentedAt?: undefined;
  readonly consentKeyId?: undefined;
}

/** A voice that an account has saved. */
export type SavedVoice = SavedClone | SavedDesign;

/** The language that voices were made to speak. */
export const VOICE_LANGUAGE = "tr";

/** Returns the id of a model's voice space, a hash of its weights: with others, a point would be another person. */
export function voiceSpaceOf({ manifest }: Pick<ModelPool, "manifest">): string {
  const weights = Object.entries(manifest.files)
    .map(([name, file]) => `${name} ${manifest.sha256[file] ?? ""}`)
    .toSorted();
  return createHash("sha256").update(weights.join("\n")).digest("hex").slice(0, 32);
}

/** Returns the speaker of a saved voice, and the speaker's own manner where it has one. */
export function speakerOf(voice: SavedVoice): {
  readonly speaker: Speaker;
  readonly manner: Manner | undefined;
} {
  if (voice.design === undefined) {
    return { speaker: { kind: "point", point: voice.point }, manner: undefined };
  }
  const { speaker, manner } = voice.design;
  return { speaker: { kind: "designed", ...speaker }, manner };
}

/** Returns whether a model can speak with a voice. */
export function isVoiceOf(
  voice: Pick<SavedVoice, "model" | "voiceSpace">,
  pool: Pick<ModelPool, "id" | "manifest">,
): boolean {
  return voice.model === pool.id && voice.voiceSpace === voiceSpaceOf(pool);
}

/** Throws ApiError (unknown_voice) for a voice that was saved for another model or other weights. */
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
      `save it again, or choose one of ${names}.`,
    "voice",
  );
}
