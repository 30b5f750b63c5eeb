const BYTES_PER_SAMPLE = 4;

/** Samples that are no numbers: whatever the file holds, it is no audio. */
export class NotAudio extends Error {
  override readonly name = "NotAudio";
}

/** Takes 32-bit float samples as bytes, in pieces of any length, and passes whole ones on, in [-1, 1]. */
export class SampleSink {
  readonly #pass: (bytes: Uint8Array) => void;
  #rest = new Uint8Array(0);
  #samples = 0;

  constructor(pass: (bytes: Uint8Array) => void) {
    this.#pass = pass;
  }

  /** Samples that were passed on. */
  get samples(): number {
    return this.#samples;
  }

  /** Throws NotAudio. */
  write(bytes: Uint8Array): void {
    const whole = new Uint8Array(this.#rest.length + bytes.length);
    whole.set(this.#rest);
    whole.set(bytes, this.#rest.length);
    const samples = new Float32Array(whole.buffer, 0, Math.floor(whole.length / BYTES_PER_SAMPLE));
    this.#rest = whole.slice(samples.byteLength);
    for (let at = 0; at < samples.length; at += 1) {
      const sample = samples[at]!;
      if (Number.isNaN(sample)) throw new NotAudio("a sample is no number");
      samples[at] = Math.max(-1, Math.min(1, sample));
    }
    this.#samples += samples.length;
    if (samples.length > 0) this.#pass(whole.subarray(0, samples.byteLength));
  }
}
