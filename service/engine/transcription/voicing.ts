/** Approximate sample rate, in Hz, of the analysis: the lowest harmonics of a voice are enough. */
const COARSE_RATE = 4000;
const PITCH = { lowest: 65, highest: 400 };
/** Length of the audio that is correlated with itself, in seconds: two periods of a low voice. */
const COMPARED_SECONDS = 0.032;
/** Audio with a higher correlation to itself one period later is voiced; noise of any colour stays below. */
const VOICED_CORRELATION = 0.55;
/** Flattens the spectrum, so that low-frequency noise is as uncorrelated as any other. */
const PRE_EMPHASIS = 0.95;
/** Minimum energy per sample, which excludes digital silence. */
const MIN_ENERGY = 1e-9;

/** Detects voiced audio, which is periodic at the pitch of a voice, by normalised autocorrelation. */
export class Voicing {
  readonly #decimation: number;
  readonly #coarsePerStep: number;
  readonly #minLag: number;
  readonly #maxLag: number;
  readonly #compared: number;
  readonly #ring: Float32Array;
  /** The audio by which a step is judged, in one piece. */
  readonly #judged: Float32Array;
  #count = 0;
  #sum = 0;
  #summed = 0;
  #before = 0;

  constructor(
    { sampleRate, samplesPerStep }: { sampleRate: number; samplesPerStep: number },
    stepsKept: number,
  ) {
    this.#decimation = Math.max(1, Math.round(sampleRate / COARSE_RATE));
    const rate = sampleRate / this.#decimation;
    this.#coarsePerStep = samplesPerStep / this.#decimation;
    this.#minLag = Math.floor(rate / PITCH.highest);
    this.#maxLag = Math.ceil(rate / PITCH.lowest);
    this.#compared = Math.round(rate * COMPARED_SECONDS);
    const reach = this.#compared + this.#maxLag;
    this.#ring = new Float32Array(Math.ceil(stepsKept * this.#coarsePerStep) + 2 * reach);
    this.#judged = new Float32Array(reach + 1);
  }

  accept(samples: Float32Array): void {
    let at = 0;
    let sum = this.#sum;
    let summed = this.#summed;
    const decimation = this.#decimation;
    while (at < samples.length) {
      const end = Math.min(samples.length, at + decimation - summed);
      summed += end - at;
      for (; at < end; at += 1) sum += samples[at]!;
      if (summed < decimation) break;
      this.#keep(sum / decimation);
      sum = 0;
      summed = 0;
    }
    this.#sum = sum;
    this.#summed = summed;
  }

  #keep(mean: number): void {
    this.#ring[this.#count % this.#ring.length] = mean - PRE_EMPHASIS * this.#before;
    this.#count += 1;
    this.#before = mean;
  }

  /** Returns whether the audio of a step, counted from 0, is voiced; audio that was not accepted counts as silence. */
  isVoiced(step: number): boolean {
    const audio = this.#audioOf(step);
    const compared = this.#compared;
    const energy = energyOf(audio.subarray(0, compared));
    if (energy < MIN_ENERGY * compared) return false;
    let shifted = energyOf(audio.subarray(this.#minLag, this.#minLag + compared));
    for (let lag = this.#minLag; lag <= this.#maxLag; lag += 1) {
      let likeness = 0;
      for (let at = 0; at < compared; at += 1) likeness += audio[at]! * audio[at + lag]!;
      // Negative and zero energies result only from rounding.
      if (likeness > VOICED_CORRELATION * Math.sqrt(energy * Math.max(shifted, MIN_ENERGY))) {
        return true;
      }
      shifted += audio[lag + compared]! ** 2 - audio[lag]! ** 2;
    }
    return false;
  }

  /** Returns the energy of the audio by which a step is judged. */
  energyOf(step: number): number {
    return energyOf(this.#audioOf(step).subarray(0, this.#compared));
  }

  #audioOf(step: number): Float32Array {
    const audio = this.#judged;
    const first = Math.round(step * this.#coarsePerStep);
    for (let at = 0; at < audio.length; at += 1) {
      const index = first + at;
      audio[at] = index < this.#count ? this.#ring[index % this.#ring.length]! : 0;
    }
    return audio;
  }
}

/** Returns the sum of the squares of samples. */
export function energyOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum;
}
