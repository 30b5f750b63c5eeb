import { INT16_BYTES } from "#units/samples.ts";
import { pcmOf } from "#web-kit/audio/pcm.ts";

/** Older audio is dropped. */
const MAX_SECONDS = 60;

/** Audio without a final transcript yet, kept to be sent again over another connection. */
export class KeptAudio {
  /** In Hz. */
  readonly sampleRate: number;
  #startSample: number;
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;

  /** `startSeconds` is the time of the first sample since listening began. */
  constructor(sampleRate: number, startSeconds: number) {
    this.sampleRate = sampleRate;
    this.#startSample = Math.round(startSeconds * sampleRate);
  }

  /** The time of the first kept sample since listening began. */
  get startSeconds(): number {
    return this.#startSample / this.sampleRate;
  }

  /** PCM, oldest first. */
  get pieces(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#pieces;
  }

  /** Adds samples in [-1, 1], and returns them as PCM. */
  add(samples: Float32Array): Uint8Array<ArrayBuffer> {
    const piece = pcmOf(samples);
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    const maxBytes = MAX_SECONDS * this.sampleRate * INT16_BYTES;
    if (this.#bytes > maxBytes) this.#drop(this.#bytes - maxBytes);
    return piece;
  }

  /** Drops audio before a time since listening began. */
  dropUntil(seconds: number): void {
    const samples = Math.round(seconds * this.sampleRate) - this.#startSample;
    this.#drop(Math.min(samples * INT16_BYTES, this.#bytes));
  }

  #drop(bytes: number): void {
    let left = bytes;
    while (left > 0) {
      const [piece = new Uint8Array()] = this.#pieces;
      const cut = Math.min(left, piece.length);
      if (cut === piece.length) this.#pieces.shift();
      else this.#pieces[0] = piece.subarray(cut);
      this.#bytes -= cut;
      this.#startSample += cut / INT16_BYTES;
      left -= cut;
    }
  }
}
