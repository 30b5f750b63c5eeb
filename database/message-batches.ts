const TERMINATE = "X".charCodeAt(0);
/** Message types that end a batch; the database answers the whole batch before it reads more. */
const ENDS = new Set(["Q".charCodeAt(0), "S".charCodeAt(0), TERMINATE]);
const LENGTH_BYTES = 4;
const READY_FOR_QUERY = Buffer.from("Z\0\0\0\x05");

/** Returns whether a batch is the client's last message, Terminate. */
export function isLast(batch: Buffer): boolean {
  return batch[0] === TERMINATE;
}

/** Returns whether the answer to a batch ends with ReadyForQuery, after which the database takes more. */
export function isReady(answer: Buffer): boolean {
  // The last byte, which is left out, is the transaction status.
  return answer.subarray(-READY_FOR_QUERY.length - 1, -1).equals(READY_FOR_QUERY);
}

/**
 * Cuts the bytes that a PostgreSQL client sends into batches that are answered as a whole: the startup message, then messages
 * up to a Query, Sync or Terminate.
 *
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class MessageBatches {
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** How many of the buffered bytes are known to be whole messages. */
  #whole = 0;
  /** Only the startup message has no type byte before its length. */
  #isStarted = false;

  /** Takes the next bytes, in chunks of any size; returns the batches that they complete. */
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

  /** Returns where the first message after `#whole` ends; undefined if it is not complete yet. */
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
