import { readSync } from "node:fs";
import type { Writable } from "node:stream";

/**
 * Audio travels to a model process over a pipe beside the message channel, where it is not copied several times over; a
 * message says how many samples of whom come next. They have 16 bits, half of what floats take: the rounding lies at
 * -98 dBFS, below what features tell from silence.
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

  /** Returns the next samples, to be used before the next call; waits for those that are under way. */
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

const FULL_SCALE = 32_768;
const LOUDEST = FULL_SCALE - 1;
const STEP = 1 / FULL_SCALE;

/** Audio that is to be sent: in [-1, 1], or in 16 bits already. */
export type Samples = Float32Array | Int16Array;

/** Writes samples into `room` from `at` on. */
export function writeWire(samples: Samples, room: Int16Array, at: number): void {
  if (samples instanceof Int16Array) room.set(samples, at);
  else toWire(samples, room.subarray(at));
}

/** Writes samples in [-1, 1] into the beginning of `room`, which is as long at least, and returns that part. */
export function toWire(samples: Float32Array, room: Int16Array): Int16Array {
  const { length } = samples;
  for (let at = 0; at < length; at += 1) {
    room[at] = Math.min(LOUDEST, Math.round(samples[at]! * FULL_SCALE));
  }
  return room.subarray(0, length);
}

/** Writes samples in [-1, 1] into the beginning of `room`, which is as long at least, and returns that part. */
export function fromWire(samples: Int16Array, room: Float32Array): Float32Array {
  const { length } = samples;
  for (let at = 0; at < length; at += 1) room[at] = samples[at]! * STEP;
  return room.subarray(0, length);
}
