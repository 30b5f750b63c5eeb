/** Minimum length of a segment for language detection: for shorter ones, models often guess another language. */
export const MIN_LANGUAGE_SECONDS = 3;

/** Decides whether a recording may be Turkish, from the language of its parts weighted by their duration. */
export class LanguageVotes {
  #turkishSeconds = 0;
  #otherSeconds = 0;

  /** Adds the language of a part; undefined does not count. */
  add(isTurkish: boolean | undefined, seconds: number): void {
    if (isTurkish === true) this.#turkishSeconds += seconds;
    if (isTurkish === false) this.#otherSeconds += seconds;
  }

  /** Undefined if the language of no part is known. */
  get isTurkish(): boolean | undefined {
    if (this.#turkishSeconds + this.#otherSeconds === 0) return undefined;
    return this.#turkishSeconds >= this.#otherSeconds;
  }
}
