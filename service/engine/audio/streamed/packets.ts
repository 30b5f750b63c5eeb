import { AudioError } from "../audio-error.ts";

/** Extracts Opus packets from the bytes of a container as they arrive. */
export interface PacketReader {
  /** Returns the packets that these bytes complete; throws AudioError for what does not belong in a stream of Opus. */
  push(bytes: Uint8Array): readonly Uint8Array[];
}

export function undecodable(what: string): AudioError {
  return new AudioError("undecodable_audio", `unsupported audio: ${what}`);
}

/** Buffers bytes until the structure that they begin is complete. */
export class PendingBytes {
  #bytes = Buffer.alloc(0);

  get length(): number {
    return this.#bytes.length;
  }

  push(bytes: Uint8Array): void {
    this.#bytes =
      this.#bytes.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#bytes, bytes]);
  }

  /** Returns the buffered bytes without removing them. */
  peek(): Buffer {
    return this.#bytes;
  }

  /** Removes and returns the first `count` bytes, or all if there are fewer. */
  take(count: number): Buffer {
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(taken.length);
    return taken;
  }
}
