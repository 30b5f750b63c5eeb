/** Triangular filters of peak 1, evenly spaced in mel (2595 log10(1 + f / 700)). */
export class MelBands {
  readonly count: number;
  readonly #firstBin: Int32Array;
  readonly #weights: readonly Float64Array[];

  constructor(options: {
    readonly bands: number;
    readonly sampleRate: number;
    readonly fftSize: number;
    readonly lowestHz: number;
    readonly highestHz: number;
  }) {
    const { bands, sampleRate, fftSize } = options;
    const lowest = melOf(options.lowestHz);
    const step = (melOf(options.highestHz) - lowest) / (bands + 1);
    const edgesHz = Array.from({ length: bands + 2 }, (_, edge) => hertzOf(lowest + step * edge));
    const binHz = sampleRate / fftSize;
    this.count = bands;
    this.#firstBin = new Int32Array(bands);
    this.#weights = Array.from({ length: bands }, (_, band) => {
      const [left, centre, right] = [edgesHz[band]!, edgesHz[band + 1]!, edgesHz[band + 2]!];
      const first = Math.max(0, Math.ceil(left / binHz));
      const last = Math.min(fftSize / 2, Math.floor(right / binHz));
      this.#firstBin[band] = first;
      return Float64Array.from({ length: Math.max(0, last - first + 1) }, (_weight, at) => {
        const hertz = (first + at) * binHz;
        return Math.max(
          0,
          Math.min((hertz - left) / (centre - left), (right - hertz) / (right - centre)),
        );
      });
    });
  }

  /** Returns how much of a power spectrum falls into one band. */
  powerIn(band: number, powers: Float64Array): number {
    const weights = this.#weights[band]!;
    const first = this.#firstBin[band]!;
    let sum = 0;
    for (let at = 0; at < weights.length; at += 1) sum += weights[at]! * powers[first + at]!;
    return sum;
  }
}

function melOf(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700);
}

function hertzOf(mel: number): number {
  return 700 * (10 ** (mel / 2595) - 1);
}
