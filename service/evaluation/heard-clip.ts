import type { TextErrors } from "#word-errors/text-distance.ts";
import type { Clip } from "./layouts/clip.ts";

/** A word as a model heard it, and how sure it is of it, from 0 to 1. */
export interface HeardWord {
  readonly text: string;
  readonly confidence: number;
}

/** A clip beside what a model heard of it. */
export interface HeardClip extends Clip {
  readonly heard: string;
  /** What was heard, word by word. */
  readonly words: readonly HeardWord[];
  readonly audioSeconds: number;
  readonly errors: TextErrors;
}

/** A clip that could not be used, and why, in one line. */
export interface LeftOutClip {
  readonly name: string;
  readonly reason: string;
}
