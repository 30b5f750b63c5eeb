/**
 * How audio travels to a model process: in 16 bits, half of what floats take.
 *
 * What 16-bit recordings hold arrives as it is; of others the rounding lies at -98 dBFS, below what features tell from
 * silence.
 */
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
