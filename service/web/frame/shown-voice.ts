import type { Sent } from "#service/contract/schema.ts";
import type { BuiltInVoiceBody } from "#service/contract/voices.ts";

/** A built-in voice as pages show it. */
export interface ShownVoice extends Pick<Sent<typeof BuiltInVoiceBody>, "name" | "gender" | "age"> {
  /** The URL of a sample. */
  readonly sample: string;
}

/** The built-in voices of a synthesis model. */
export interface ModelVoices {
  readonly model: string;
  readonly voices: readonly ShownVoice[];
}
