/** A text in the languages of the page. */
export interface Localized {
  readonly tr: string;
  readonly en: string;
}

export type Language = keyof Localized;

/** Pairs a stored text with its translation; texts that are the same in both languages are stored once. */
export function localized(english: string, turkish: string | null): Localized {
  return { en: english, tr: turkish ?? english };
}
