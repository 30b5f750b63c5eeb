/** Concatenates pieces of audio. */
export function joinSamples(pieces: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const MIN_ROOM = 1024;

/** Audio that arrives in pieces, however small, in one growing buffer. */
export class GatheredSamples {
  #room = new Float32Array(MIN_ROOM);
  #length = 0;

  get samples(): Float32Array {
    return this.#room.subarray(0, this.#length);
  }

  append(piece: Float32Array): void {
    const length = this.#length + piece.length;
    if (length > this.#room.length) {
      const larger = new Float32Array(2 * length);
      larger.set(this.samples);
      this.#room = larger;
    }
    this.#room.set(piece, this.#length);
    this.#length = length;
  }
}
