import { MEBIBYTE } from "#units/bytes.ts";
import type { FileHandle } from "node:fs/promises";
import { bytesOf, openTemporaryFile } from "./temporary-file.ts";

/** Maximum bytes kept at the same time, by all instances: two recordings of two hours at 16 kHz. */
const MAX_BYTES = 512 * MEBIBYTE;

let keptBytes = 0;

/** Samples that are kept on disk until they are read, as long as there is room for them. */
export class KeptSamples implements AsyncDisposable {
  readonly #file: FileHandle;
  #bytes = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(): Promise<KeptSamples> {
    return new KeptSamples(await openTemporaryFile());
  }

  /** Appends the next samples; returns false if there is no room for them. */
  async append(samples: Int16Array): Promise<boolean> {
    const { buffer, byteOffset, byteLength } = samples;
    if (keptBytes + byteLength > MAX_BYTES) return false;
    keptBytes += byteLength;
    this.#bytes += byteLength;
    try {
      await this.#file.writeFile(new Uint8Array(buffer, byteOffset, byteLength));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
      throw error;
    }
  }

  /** Reads what is kept, from its beginning. */
  async *read(): AsyncGenerator<Int16Array, void, undefined> {
    for await (const { buffer, byteOffset, byteLength } of bytesOf(this.#file)) {
      yield new Int16Array(buffer, byteOffset, byteLength / Int16Array.BYTES_PER_ELEMENT);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    keptBytes -= this.#bytes;
    this.#bytes = 0;
    await this.#file.close();
  }
}
