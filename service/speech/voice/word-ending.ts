/** What a word's ending does to its meaning. */
export interface Ending {
  /** How much of the meaning is meant: less than 1 for kalınımsı, more for incecik. */
  readonly degree: number;
  readonly isNegated: boolean;
}

/** An ending that leaves the meaning as it is, or none. */
export const PLAIN: Ending = { degree: 1, isNegated: false };
