type End = "Flushed" | "Cleared";

/** Chooses the message for each end of an utterance: Flush and Clear both end one, and a Clear breaks off those before it. */
export class SpokenEnds {
  /** Undefined for what a Clear broke off. */
  #expected: (End | undefined)[] = [];
  #sent = 0;

  flush(): void {
    this.#expected.push("Flushed");
  }

  clear(): void {
    this.#expected = [...this.#expected.map(() => undefined), "Cleared"];
  }

  /** Returns the message about the utterance that has ended next; none for one that a Clear broke off. */
  next(): readonly { readonly type: End; readonly sequence_id: number }[] {
    const type = this.#expected.shift();
    if (type === undefined) return [];
    this.#sent += 1;
    return [{ type, sequence_id: this.#sent - 1 }];
  }
}
