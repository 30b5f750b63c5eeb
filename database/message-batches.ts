const TERMINATE = "X".charCodeAt(0);
/** A batch ends with one of these: the database answers all of it before it wants more. */
const ENDS = new Set(["Q".charCodeAt(0), "S".charCodeAt(0), TERMINATE]);
const LENGTH_BYTES = 4;
const READY_FOR_QUERY = Buffer.from("Z\0\0\0\x05");

/** Tells whether a client says with a batch that it has no more. */
export function isLast(batch: Buffer): boolean {
  return batch[0] === TERMINATE;
}

/** Tells whether the answer to a batch ends as each does after which the database takes more: with ReadyForQuery. */
export function isReady(answer: Buffer): boolean {
  // One byte more says whether a transaction is open.
  return answer.subarray(-READY_FOR_QUERY.length - 1, -1).equals(READY_FOR_QUERY);
}

/**
 * Cuts what a PostgreSQL client sends into batches that are answered as a whole: its startup, then messages up to a Query, a
 * Sync or a Terminate.
 *
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class MessageBatches {
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** How many bytes of what waits are known to be whole messages. */
  #whole = 0;
  /** The startup alone has no type before its length. */
  #isStarted = false;

  /** Takes the next bytes, however they were cut on their way; returns the batches that they complete. */
  take(piece: Buffer): Buffer[] {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    const batches: Buffer[] = [];
    for (let end = this.#endOfNext(); end !== undefined; end = this.#endOfNext()) {
      const ended = !this.#isStarted || ENDS.has(this.#waiting()[this.#whole]!);
      this.#whole = end;
      if (!ended) continue;
      this.#isStarted = true;
      batches.push(this.#cut());
    }
    return batches;
  }

  /** Where the first message ends that is not known to be whole, if it is here. */
  #endOfNext(): number | undefined {
    const lengthAt = this.#whole + (this.#isStarted ? 1 : 0);
    if (this.#bytes < lengthAt + LENGTH_BYTES) return undefined;
    const end = lengthAt + this.#waiting().readUInt32BE(lengthAt);
    return end <= this.#bytes ? end : undefined;
  }

  #cut(): Buffer {
    const waiting = this.#waiting();
    const batch = waiting.subarray(0, this.#whole);
    this.#pieces = [waiting.subarray(this.#whole)];
    this.#bytes -= this.#whole;
    this.#whole = 0;
    return batch;
  }

  #waiting(): Buffer {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0] ?? Buffer.alloc(0);
  }
}
