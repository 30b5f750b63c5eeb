/** Converts texts that may still change to deltas that are never taken back. */
export class DeltaWriter {
  /** The text written of the open segment. */
  #written = "";
  #previous: readonly string[] = [];
  #hasSegment = false;

  /** Returns the delta of a partial text: the words that two partials agree on, except the last one. */
  partial(text: string): string {
    const words = text.split(" ");
    const differs = words.findIndex((word, at) => word !== this.#previous[at]);
    const agreed = words.slice(0, Math.min(differs < 0 ? words.length : differs, words.length - 1));
    this.#previous = words;
    return this.#write(agreed.join(" "));
  }

  /** Returns the delta of a segment's settled text; another segment may follow. */
  complete(text: string): string {
    // If punctuation or a capital letter has changed meanwhile, the words that follow are still right.
    const words = this.#written === "" ? 0 : this.#written.split(" ").length;
    const rest = text.startsWith(this.#written)
      ? text
      : [this.#written, ...text.split(" ").slice(words)].join(" ");
    const delta = this.#write(rest);
    this.#written = "";
    this.#previous = [];
    this.#hasSegment ||= text !== "";
    return delta;
  }

  #write(text: string): string {
    if (!text.startsWith(this.#written)) return "";
    const added = text.slice(this.#written.length);
    const isFirst = this.#written === "" && added !== "";
    this.#written = text;
    return isFirst && this.#hasSegment ? ` ${added}` : added;
  }
}
