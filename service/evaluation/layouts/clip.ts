/** Traits of a speaker that a list may have; the groups of the table. */
export const TRAITS = ["speaker", "gender", "age", "accent"] as const;
export type Trait = (typeof TRAITS)[number];

/** A recording with its reference text. */
export interface Clip {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly traits: Readonly<Partial<Record<Trait, string>>>;
}

/** The clips of a folder, and how it is laid out. */
export interface ClipList {
  readonly layout: string;
  /** The published corpus that the clips are from, where the layout shows it. */
  readonly corpus?: string;
  readonly clips: readonly Clip[];
}

/** Maximum characters of the text of one clip: half an hour of reading aloud. */
export const MAX_TEXT_CHARACTERS = 20_000;
