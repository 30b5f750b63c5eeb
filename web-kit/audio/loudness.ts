/** Quieter sound is drawn as silence. */
const FLOOR_DBFS = -54;

/** Returns the largest amplitude among samples. */
export function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/** Returns how far an amplitude fills a meter, from 0 (-54 dBFS and below) to 1 (full scale). */
export function meterShare(amplitude: number): number {
  if (amplitude <= 0) return 0;
  const decibels = 20 * Math.log10(Math.min(1, amplitude));
  return Math.max(0, 1 - decibels / FLOOR_DBFS);
}

/** Collects the peaks of a sound for drawing a waveform, at a fixed number per second. */
export class PeakTrack {
  readonly #samplesPerPeak: number;
  readonly #peaks: number[] = [];
  #open = 0;
  #openSamples = 0;

  constructor(sampleRate: number, peaksPerSecond: number) {
    this.#samplesPerPeak = Math.max(1, Math.round(sampleRate / peaksPerSecond));
  }

  /** The peaks so far; the last one may still grow. */
  get peaks(): readonly number[] {
    return this.#openSamples === 0 ? this.#peaks : [...this.#peaks, this.#open];
  }

  add(samples: Float32Array): void {
    for (const sample of samples) {
      this.#open = Math.max(this.#open, Math.abs(sample));
      this.#openSamples += 1;
      if (this.#openSamples < this.#samplesPerPeak) continue;
      this.#peaks.push(this.#open);
      this.#open = 0;
      this.#openSamples = 0;
    }
  }
}

/** Resamples peaks to `count`, each the largest of its range. */
export function fittedPeaks(peaks: readonly number[], count: number): readonly number[] {
  if (peaks.length === 0) return [];
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * peaks.length) / count);
    const until = Math.max(from + 1, Math.floor(((at + 1) * peaks.length) / count));
    return Math.max(...peaks.slice(from, until));
  });
}
