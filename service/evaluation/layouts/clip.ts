/** What a list may say of whoever speaks; groups of the table. */
export const TRAITS = ["speaker", "gender", "age", "accent"] as const;
export type Trait = (typeof TRAITS)[number];

/** A recording with what is said in it. */
export interface Clip {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly traits: Readonly<Partial<Record<Trait, string>>>;
}

/** The clips of a folder, and how it is laid out. */
export interface ClipList {
  readonly layout: string;
  /** The published corpus that they are from, where the layout tells. */
  readonly corpus?: string;
  readonly clips: readonly Clip[];
}

/** Characters of the text of one clip: a reading of half an hour. */
export const MOST_TEXT_CHARACTERS = 20_000;
