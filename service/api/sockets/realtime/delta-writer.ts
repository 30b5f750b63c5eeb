/** Makes texts that may still change into additions that are never taken back. */
export class DeltaWriter {
  /** What was written of the segment that is open. */
  #written = "";
  #previous: readonly string[] = [];
  #hasSegment = false;

  /** Returns what a partial text adds: words that two partials agree on, but for the last one. */
  partial(text: string): string {
    const words = text.split(" ");
    const differs = words.findIndex((word, at) => word !== this.#previous[at]);
    const agreed = words.slice(0, Math.min(differs < 0 ? words.length : differs, words.length - 1));
    this.#previous = words;
    return this.#write(agreed.join(" "));
  }

  /** Returns what the settled text of a segment adds, after which another segment may begin. */
  complete(text: string): string {
    // Where a mark or a capital has come in between, the words that follow are right all the same.
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
