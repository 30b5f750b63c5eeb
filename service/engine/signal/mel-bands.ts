import type { FeatureParameters } from "./feature-parameters.ts";

type Edges = Pick<FeatureParameters, "bands" | "fft_size" | "lowest_hz" | "highest_hz">;

/** Triangular filters of peak 1, evenly spaced in mel (2595 log10(1 + f / 700)). */
export class MelBands {
  readonly #bands: number;
  /** First bin at or above each edge: from there to the next edge, e + 1, band e rises and band e - 1 falls. */
  readonly #firstBin: Int32Array;
  /** Position of each bin between the edges around it, 0 to 1. */
  readonly #rise: Float64Array;

  constructor({ bands, fft_size: fftSize, lowest_hz, highest_hz }: Edges, sampleRate: number) {
    const lowest = melOf(lowest_hz);
    const step = (melOf(highest_hz) - lowest) / (bands + 1);
    const edgesHz = Array.from({ length: bands + 2 }, (_, edge) => hertzOf(lowest + step * edge));
    const binHz = sampleRate / fftSize;
    const bins = fftSize / 2 + 1;
    this.#bands = bands;
    this.#firstBin = Int32Array.from(edgesHz, (hertz) => Math.min(bins, Math.ceil(hertz / binHz)));
    this.#rise = new Float64Array(bins);
    for (let edge = 0; edge <= bands; edge += 1) {
      const [before, behind] = [edgesHz[edge]!, edgesHz[edge + 1]!];
      for (let bin = this.#firstBin[edge]!; bin < this.#firstBin[edge + 1]!; bin += 1)
        this.#rise[bin] = (bin * binHz - before) / (behind - before);
    }
  }

  /** Writes the power of a power spectrum in each band to `inBands`. */
  measure(powers: Float64Array, inBands: Float64Array): void {
    const [firstBin, rise] = [this.#firstBin, this.#rise];
    let rising = 0;
    for (let edge = 0; edge <= this.#bands; edge += 1) {
      const risen = rising;
      let whole = 0;
      rising = 0;
      for (let bin = firstBin[edge]!; bin < firstBin[edge + 1]!; bin += 1) {
        const power = powers[bin]!;
        rising += rise[bin]! * power;
        whole += power;
      }
      if (edge > 0) inBands[edge - 1] = risen + (whole - rising);
    }
  }
}

/** Returns the position of a frequency on the mel scale. */
export function melOf(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700);
}

/** Returns the frequency at a position on the mel scale. */
export function hertzOf(mel: number): number {
  return 700 * (10 ** (mel / 2595) - 1);
}
