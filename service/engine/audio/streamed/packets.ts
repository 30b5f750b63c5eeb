import { AudioError } from "../audio-error.ts";

/** Takes the bytes of a container as they come, and gives the packets of Opus that are whole. */
export interface PacketReader {
  /** Returns the packets that these bytes complete; throws AudioError for what no stream of Opus has. */
  push(bytes: Uint8Array): readonly Uint8Array[];
}

export function undecodable(what: string): AudioError {
  return new AudioError("undecodable_audio", `unsupported audio: ${what}`);
}

/** Bytes that wait until what begins with them is whole. */
export class PendingBytes {
  #bytes = Buffer.alloc(0);

  get length(): number {
    return this.#bytes.length;
  }

  push(bytes: Uint8Array): void {
    this.#bytes =
      this.#bytes.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#bytes, bytes]);
  }

  /** The bytes that wait, to be looked at. */
  peek(): Buffer {
    return this.#bytes;
  }

  /** Takes so many of them. */
  take(count: number): Buffer {
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(taken.length);
    return taken;
  }
}
