import type { Sent } from "#service/contract/schema.ts";
import type { BuiltInVoiceBody } from "#service/contract/voices.ts";

/** A built-in voice. */
export type DemoVoice = Pick<Sent<typeof BuiltInVoiceBody>, "name" | "gender" | "age">;

/** A synthesis model and who speaks with it. */
export interface DemoModel {
  readonly id: string;
  /** Hertz. */
  readonly sampleRate: number;
  /** It makes voices from descriptions. */
  readonly designs: boolean;
  readonly voices: readonly DemoVoice[];
}

/** What of the service's limits shows before a request is made. */
export interface DemoLimits {
  readonly uploadBytes: number;
  /** Code points of a text to speak. */
  readonly inputCharacters: number;
  /** Code points of a description or directions. */
  readonly directionCharacters: number;
}

/** What the page of demos shows beside its texts. */
export interface DemoContent {
  readonly page: "demo";
  /** The default model first; one that has yet to be loaded has no voices. */
  readonly models: readonly DemoModel[];
  readonly limits: DemoLimits;
}

/** The loaded model that makes voices from descriptions. */
export function designingModel({ models }: DemoContent): DemoModel | undefined {
  return models.find(({ designs }) => designs);
}
