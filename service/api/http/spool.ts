/** Limits of what is buffered ahead of readers. */
export interface SpoolLimits {
  /** Maximum bytes for one reader, and for all together. */
  readonly bytes: number;
  readonly bytesInAll: number;
  /** Minimum rate of a reader whose buffer is full. */
  readonly minBytesPerSecond: number;
}

/** A reader was so slow that its source was ended. */
export class ReaderTooSlow extends Error {
  override readonly name = "ReaderTooSlow";
}

/** Time over which the rate of a reader is measured. */
const WINDOW_MS = 20_000;

/** Reads sources ahead of their readers, within limits, so that their producers are soon free for others. */
export class Spool {
  readonly #limits: SpoolLimits;
  readonly #lots = new Set<Lot>();
  #bytes = 0;

  constructor(limits: SpoolLimits) {
    this.#limits = limits;
  }

  /** Yields what a source yields, while reading it ahead; throws what it throws, or ReaderTooSlow. */
  async *ahead(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    const lot = new Lot();
    this.#lots.add(lot);
    void this.#fill(lot, source);
    try {
      for (;;) {
        const piece = lot.take();
        if (piece !== undefined) {
          this.#free(piece.length);
          yield piece;
        } else if (lot.end === undefined) await lot.change();
        else return lot.end();
      }
    } finally {
      this.#lots.delete(lot);
      this.#free(lot.leave());
    }
  }

  /** Reads a source to its end, or until its reader has left; never rejects. */
  async #fill(lot: Lot, source: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const piece of source) {
        if (lot.isLeft) return;
        this.#bytes += piece.length;
        lot.put(piece);
        while (!this.#hasRoom(lot)) await this.#room(lot);
      }
      lot.close(() => undefined);
    } catch (error) {
      lot.close(() => {
        throw error;
      });
    }
  }

  #hasRoom(lot: Lot): boolean {
    const { bytes, bytesInAll } = this.#limits;
    return lot.isLeft || lot.bytes === 0 || (lot.bytes < bytes && this.#bytes < bytesInAll);
  }

  async #room(lot: Lot): Promise<void> {
    const { bytes, minBytesPerSecond } = this.#limits;
    if (lot.bytes >= bytes && lot.isReadSlowerThan(minBytesPerSecond, performance.now())) {
      throw new ReaderTooSlow("the answer is read too slowly");
    }
    const judge = setTimeout(() => lot.wake(), WINDOW_MS);
    await lot.change();
    clearTimeout(judge);
  }

  #free(bytes: number): void {
    this.#bytes -= bytes;
    for (const lot of this.#lots) lot.wake();
  }
}

/** Buffer of one reader. */
class Lot {
  bytes = 0;
  isLeft = false;
  /** Returns or throws as the source did; undefined until the source has ended. */
  end: (() => void) | undefined;
  readonly #pieces: Uint8Array[] = [];
  #wakers: (() => void)[] = [];
  #judgedFromMs: number | undefined;
  #takenBytes = 0;

  put(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.bytes += piece.length;
    this.wake();
  }

  take(): Uint8Array | undefined {
    const piece = this.#pieces.shift();
    this.bytes -= piece?.length ?? 0;
    this.#takenBytes += piece?.length ?? 0;
    return piece;
  }

  close(end: () => void): void {
    this.end = end;
    this.wake();
  }

  /** Marks the reader as gone and returns the number of dropped bytes. */
  leave(): number {
    const left = this.bytes;
    this.bytes = 0;
    this.isLeft = true;
    this.wake();
    return left;
  }

  /** Measures the rate since the last measurement, at least over a window. */
  isReadSlowerThan(bytesPerSecond: number, nowMs: number): boolean {
    this.#judgedFromMs ??= nowMs;
    const passedMs = nowMs - this.#judgedFromMs;
    if (passedMs < WINDOW_MS) return false;
    const isSlower = this.#takenBytes < (bytesPerSecond * passedMs) / 1000;
    this.#judgedFromMs = nowMs;
    this.#takenBytes = 0;
    return isSlower;
  }

  change(): Promise<void> {
    return new Promise((resolve) => this.#wakers.push(resolve));
  }

  wake(): void {
    const wakers = this.#wakers;
    this.#wakers = [];
    for (const wake of wakers) wake();
  }
}
