import type { Age, Gender, Manner } from "../../../engine/model/model.ts";

/** What a word says of a voice; what it does not say is left as it is. */
export interface Trait extends Partial<Manner> {
  readonly gender?: Gender;
  readonly age?: Age;
}

/**
 * Words of one meaning, separated by commas; several words with spaces between them are one expression.
 *
 * Every word stands for itself with any ending. A hyphen at the end marks the stem of a Turkish verb: fısılda-.
 */
export interface Row<Meaning> {
  readonly means: Meaning;
  readonly turkish?: string;
  readonly english?: string;
}
