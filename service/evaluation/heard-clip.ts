import type { TextErrors } from "#word-errors/text-distance.ts";
import type { Clip } from "./layouts/clip.ts";

/** A clip beside what a model heard of it. */
export interface HeardClip extends Clip {
  readonly heard: string;
  readonly audioSeconds: number;
  readonly errors: TextErrors;
}

/** A clip that could not be used, and why, in one line. */
export interface LeftOutClip {
  readonly name: string;
  readonly reason: string;
}
