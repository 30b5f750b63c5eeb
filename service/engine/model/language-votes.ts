/** Of shorter segments a model often guesses another language. */
export const MIN_LANGUAGE_SECONDS = 3;

/** Says of a recording whether it may be Turkish, by what is heard of its parts, each counted by its seconds. */
export class LanguageVotes {
  #turkishSeconds = 0;
  #otherSeconds = 0;

  /** Takes what is heard of a part; undefined says nothing. */
  add(isTurkish: boolean | undefined, seconds: number): void {
    if (isTurkish === true) this.#turkishSeconds += seconds;
    if (isTurkish === false) this.#otherSeconds += seconds;
  }

  /** Undefined where no part said anything. */
  get isTurkish(): boolean | undefined {
    if (this.#turkishSeconds + this.#otherSeconds === 0) return undefined;
    return this.#turkishSeconds >= this.#otherSeconds;
  }
}
