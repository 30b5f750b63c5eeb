/** How far a track may be ahead of the others before it is written; a track that is further behind counts as silent. */
const LEAD_SECONDS = 15;
const PIECE_SECONDS = 1;
/** Release of the limiter: after tracks that were too loud together, the level rises again by a thousandth per sample. */
const RECOVERY = 0.999;

/** Mixes tracks whose samples arrive alternately, each at its position in time. */
export class TrackMixer {
  readonly #leadSamples: number;
  readonly #pieceSamples: number;
  readonly #ends: number[];
  readonly #write: (samples: Float32Array) => void;
  /** The sum of the samples that are not written yet. */
  #pending = new Float32Array(0);
  #written = 0;
  #envelope = 0;

  constructor(tracks: number, sampleRate: number, write: (samples: Float32Array) => void) {
    this.#leadSamples = LEAD_SECONDS * sampleRate;
    this.#pieceSamples = PIECE_SECONDS * sampleRate;
    this.#ends = Array.from({ length: tracks }, () => 0);
    this.#write = write;
  }

  /** Takes the next samples of a track. */
  add(track: number, samples: Float32Array): void {
    // Samples that arrive too late for their position are written as early as possible.
    const begin = Math.max(this.#ends[track]!, this.#written);
    const end = begin + samples.length;
    this.#makeRoom(end);
    const at = begin - this.#written;
    for (let index = 0; index < samples.length; index += 1) {
      this.#pending[at + index] = this.#pending[at + index]! + samples[index]!;
    }
    this.#ends[track] = end;
    this.#writeSettled();
  }

  /** Adds silence of any length to a track. */
  addSilence(track: number, count: number): void {
    for (let left = count; left > 0; left -= this.#pieceSamples) {
      this.#ends[track] = this.#ends[track]! + Math.min(left, this.#pieceSamples);
      this.#makeRoom(this.#ends[track]!);
      this.#writeSettled();
    }
  }

  /** Writes what was kept back. */
  end(): void {
    this.#writeUntil(Math.max(...this.#ends));
  }

  #makeRoom(end: number): void {
    const needed = end - this.#written;
    if (needed <= this.#pending.length) return;
    const larger = new Float32Array(2 * needed);
    larger.set(this.#pending);
    this.#pending = larger;
  }

  #writeSettled(): void {
    const settled = Math.min(...this.#ends);
    this.#writeUntil(Math.max(settled, Math.max(...this.#ends) - this.#leadSamples));
  }

  #writeUntil(end: number): void {
    const count = end - this.#written;
    if (count <= 0) return;
    const samples = this.#pending.slice(0, count);
    this.#pending.copyWithin(0, count);
    this.#pending.fill(0, this.#pending.length - count);
    this.#written = end;
    if (this.#ends.length > 1) this.#limit(samples);
    this.#write(samples);
  }

  /** Lowers the level where tracks are too loud together, instead of clipping them. */
  #limit(samples: Float32Array): void {
    for (let at = 0; at < samples.length; at += 1) {
      const sample = samples[at]!;
      this.#envelope = Math.max(Math.abs(sample), this.#envelope * RECOVERY);
      if (this.#envelope > 1) samples[at] = sample / this.#envelope;
    }
  }
}
