import { CHUNK_HEADER_BYTES } from "#units/wav.ts";
import { parseWavFormat, type WavFormat } from "../wav-format.ts";
import { WAV_MARK_BYTES } from "../wav-reader.ts";
import { PendingBytes, undecodable } from "./packets.ts";

/** More than any recorder writes before the samples. */
const MAX_HEAD_BYTES = 64 * 1024;

/** Reads a WAV file as it arrives: everything after its head is samples, to the end. */
export class StreamedWav {
  readonly #pending = new PendingBytes();
  #format: WavFormat | undefined;
  #isInSamples = false;
  #headBytes = 0;

  /** The format of the samples; known once some were returned. */
  get format(): WavFormat | undefined {
    return this.#format;
  }

  /** Returns the samples that have arrived; throws AudioError. */
  push(bytes: Uint8Array): Uint8Array {
    if (this.#isInSamples) return bytes;
    this.#pending.push(bytes);
    this.#readHead();
    return this.#isInSamples ? this.#pending.take(this.#pending.length) : new Uint8Array(0);
  }

  #readHead(): void {
    if (this.#headBytes === 0) {
      if (this.#pending.length < WAV_MARK_BYTES) return;
      this.#take(WAV_MARK_BYTES);
    }
    while (!this.#isInSamples && this.#pending.length >= CHUNK_HEADER_BYTES) {
      const waiting = this.#pending.peek();
      const kind = waiting.toString("latin1", 0, 4);
      const size = waiting.readUInt32LE(4);
      const padded = CHUNK_HEADER_BYTES + size + (size % 2);
      if (kind === "data") {
        if (this.#format === undefined) throw undecodable("samples before their format");
        this.#take(CHUNK_HEADER_BYTES);
        this.#isInSamples = true;
        return;
      }
      if (this.#headBytes + padded > MAX_HEAD_BYTES) throw undecodable("a head that is too long");
      if (waiting.length < padded) return;
      const chunk = this.#take(padded).subarray(CHUNK_HEADER_BYTES, CHUNK_HEADER_BYTES + size);
      if (kind === "fmt ") this.#format = parseWavFormat(chunk);
    }
  }

  #take(count: number): Buffer {
    this.#headBytes += count;
    return this.#pending.take(count);
  }
}
