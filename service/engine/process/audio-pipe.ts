import { INT16_BYTES, INT16_FULL_SCALE } from "#units/samples.ts";
import { readSync } from "node:fs";
import type { Writable } from "node:stream";

/**
 * Audio goes to a model process over a pipe next to the message channel, which would copy it several times; a message
 * announces how many samples of which recognition come next. Samples have 16 bits, half the size of floats: the rounding
 * error lies at -98 dBFS, below what the features distinguish from silence.
 */

/** File descriptor of the pipe in a model process. */
export const AUDIO_PIPE = 4;

/** Writes samples into the pipe; they must not be changed until `written` is called. */
export function writeAudio(pipe: Writable, samples: Int16Array, written: () => void): void {
  pipe.write(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), written);
}

/** Reads from the pipe the samples that messages have announced. */
export class AudioInlet {
  readonly #descriptor: number;
  #room = new Int16Array(0);

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Returns the next samples, valid until the next call; blocks until they have arrived. */
  read(count: number): Int16Array {
    if (count > this.#room.length) this.#room = new Int16Array(count);
    const samples = this.#room.subarray(0, count);
    const bytes = new Uint8Array(samples.buffer, 0, count * INT16_BYTES);
    let filled = 0;
    while (filled < bytes.length) {
      const got = readSync(this.#descriptor, bytes, filled, bytes.length - filled, null);
      if (got === 0) throw new Error("the pipe of the audio has ended");
      filled += got;
    }
    return samples;
  }
}

const LOUDEST = INT16_FULL_SCALE - 1;
const STEP = 1 / INT16_FULL_SCALE;

/** Audio to send: in [-1, 1], or in 16 bits already. */
export type Samples = Float32Array | Int16Array;

/** Writes samples as 16 bits into `room`, from index `at` on. */
export function writeWire(samples: Samples, room: Int16Array, at: number): void {
  if (samples instanceof Int16Array) room.set(samples, at);
  else toWire(samples, room.subarray(at));
}

/** Converts samples in [-1, 1] to 16 bits at the start of `room`, which must be long enough, and returns that part. */
export function toWire(samples: Float32Array, room: Int16Array): Int16Array {
  const { length } = samples;
  for (let at = 0; at < length; at += 1) {
    room[at] = Math.min(LOUDEST, Math.round(samples[at]! * INT16_FULL_SCALE));
  }
  return room.subarray(0, length);
}

/** Converts 16-bit samples to [-1, 1] at the start of `room`, which must be long enough, and returns that part. */
export function fromWire(samples: Int16Array, room: Float32Array): Float32Array {
  const { length } = samples;
  for (let at = 0; at < length; at += 1) room[at] = samples[at]! * STEP;
  return room.subarray(0, length);
}
