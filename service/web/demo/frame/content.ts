import type { PeopleFigures } from "../../../contract/models.ts";
import type { ShownVoice } from "../../frame/shown-voice.ts";

/** A synthesis model and its voices. */
export interface DemoModel {
  readonly id: string;
  /** In Hz. */
  readonly sampleRate: number;
  /** Whether it makes voices from descriptions, and follows directions on how to speak. */
  readonly designs: boolean;
  readonly isDirected: boolean;
  readonly voices: readonly ShownVoice[];
}

/** The content of the page of demos, besides its texts. */
export interface DemoContent {
  readonly page: "demo";
  /** The default model first; one that has yet to be loaded has no voices. */
  readonly models: readonly DemoModel[];
  /** Whether the transcription model returns word times. */
  readonly hasWordTimes: boolean;
  /** How well the transcription model understands people; undefined where it was not measured. */
  readonly people: PeopleFigures | undefined;
  readonly limits: {
    readonly uploadBytes: number;
    /** Code points of a text to speak. */
    readonly inputCharacters: number;
    /** Code points of a description or directions. */
    readonly directionCharacters: number;
    /** Code points of the name of a saved voice. */
    readonly voiceNameCharacters: number;
  };
}
