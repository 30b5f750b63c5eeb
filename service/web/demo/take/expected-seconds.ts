/** What the built-in voices speak in a second; figures of their model cards. */
const CHARACTERS_PER_SECOND = 13;

/** Guesses how many seconds a text is spoken in. */
export function expectedSeconds(text: string, speed = 1): number {
  return text.trim().length / CHARACTERS_PER_SECOND / speed;
}
