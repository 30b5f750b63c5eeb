type End = "Flushed" | "Cleared";

/** Knows what each end of an utterance is told as: Flush and Clear both end one, and a Clear breaks off those before it. */
export class SpokenEnds {
  /** Undefined for what a Clear broke off. */
  #expected: (End | undefined)[] = [];
  #told = 0;

  flush(): void {
    this.#expected.push("Flushed");
  }

  clear(): void {
    this.#expected = [...this.#expected.map(() => undefined), "Cleared"];
  }

  /** Returns the message about the utterance that has ended next; none if it is not told. */
  next(): readonly { readonly type: End; readonly sequence_id: number }[] {
    const type = this.#expected.shift();
    if (type === undefined) return [];
    this.#told += 1;
    return [{ type, sequence_id: this.#told - 1 }];
  }
}
