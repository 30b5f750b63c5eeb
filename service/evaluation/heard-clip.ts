import type { TextErrors } from "#word-errors/text-distance.ts";
import type { Clip } from "./layouts/clip.ts";

/** A recognised word, and its confidence from 0 to 1. */
export interface HeardWord {
  readonly text: string;
  readonly confidence: number;
}

/** A clip with its transcript by a model. */
export interface HeardClip extends Clip {
  readonly heard: string;
  /** The transcript, word by word. */
  readonly words: readonly HeardWord[];
  readonly audioSeconds: number;
  readonly errors: TextErrors;
}

/** A clip that could not be used, and why, in one line. */
export interface LeftOutClip {
  readonly name: string;
  readonly reason: string;
}
