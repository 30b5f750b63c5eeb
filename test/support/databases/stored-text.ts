/** A text as its column takes it; without Turkish it is the same in both languages. */
export function storedText(en: string, tr?: string | null): string {
  return JSON.stringify(tr === undefined || tr === null ? { en } : { en, tr });
}
