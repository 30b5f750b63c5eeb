import type { VoicePoint } from "../../engine/model/model.ts";

/** A cloned voice as it was made, without a name and an owner. */
export interface ClonedVoice {
  /** The synthesis model that speaks with it. */
  readonly model: string;
  /** Which of that model's voice spaces the point lies in, see `voiceSpaceOf`. */
  readonly voiceSpace: string;
  readonly point: VoicePoint;
  /** Seconds of the recording, which is not kept. */
  readonly durationSeconds: number;
}

/** What the owner of a voice says of it. */
export interface VoiceLabel {
  readonly name: string;
  readonly description: string;
}

/** A voice that an account has saved. */
export interface SavedVoice extends ClonedVoice, VoiceLabel {
  /** `voice_…`. */
  readonly id: string;
  readonly language: string;
  /** When consent was given, and with which key. */
  readonly consentedAt: Date;
  readonly consentKeyId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The language that voices were made to speak. */
export const VOICE_LANGUAGE = "tr";
