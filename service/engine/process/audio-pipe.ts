import { readSync } from "node:fs";
import type { Writable } from "node:stream";

/**
 * How audio travels to a model process: its bytes alone, over a pipe beside the message channel.
 *
 * Inside messages it would be copied and allocated anew several times on its way, which costs as much as a tenth of the
 * network itself. A message says how many samples of whom come next in the pipe.
 */

/** Place of the pipe among the files of a model process. */
export const AUDIO_PIPE = 4;

const BYTES_PER_SAMPLE = Int16Array.BYTES_PER_ELEMENT;

/** Writes samples into the pipe; they are not to be changed until `written` is called. */
export function writeAudio(pipe: Writable, samples: Int16Array, written: () => void): void {
  pipe.write(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), written);
}

/** Reads from the pipe what messages have announced. */
export class AudioInlet {
  readonly #descriptor: number;
  #room = new Int16Array(0);

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /**
   * Returns the next samples, to be used before the next call. Waits for those that are still under way: whoever
   * announced them has written them before.
   */
  read(count: number): Int16Array {
    if (count > this.#room.length) this.#room = new Int16Array(count);
    const samples = this.#room.subarray(0, count);
    const bytes = new Uint8Array(samples.buffer, 0, count * BYTES_PER_SAMPLE);
    let filled = 0;
    while (filled < bytes.length) {
      const got = readSync(this.#descriptor, bytes, filled, bytes.length - filled, null);
      if (got === 0) throw new Error("the pipe of the audio has ended");
      filled += got;
    }
    return samples;
  }
}
