import type { FeatureParameters } from "./feature-parameters.ts";
import { logarithmOfBits } from "./logarithm.ts";
import { MelBands } from "./mel-bands.ts";
import { PowerSpectrum } from "./power-spectrum.ts";

/** The parts of feature extraction that every stream of one model shares. */
export class LogMelExtractor {
  readonly parameters: FeatureParameters;
  /** The feature of a band in digital silence. */
  readonly silence: number;
  readonly #spectrum: PowerSpectrum;
  readonly #bands: MelBands;
  readonly #powers: Float64Array;
  readonly #inBands: Float64Array;
  readonly #levels: Float32Array;
  readonly #levelBits: Int32Array;

  constructor(parameters: FeatureParameters, sampleRate: number) {
    this.parameters = parameters;
    this.silence = (Math.log(parameters.floor) - parameters.mean) / parameters.deviation;
    this.#spectrum = new PowerSpectrum(hannWindow(parameters.window), parameters.fft_size);
    this.#bands = new MelBands(parameters, sampleRate);
    this.#powers = new Float64Array(parameters.fft_size / 2 + 1);
    this.#inBands = new Float64Array(parameters.bands);
    this.#levels = new Float32Array(parameters.bands);
    this.#levelBits = new Int32Array(this.#levels.buffer);
  }

  /** Writes the features of the frame whose window begins at `samples[start]` into `features` from `at` on. */
  extract(samples: Float32Array, start: number, features: Float32Array, at: number): void {
    const { bands, floor, mean, deviation } = this.parameters;
    this.#spectrum.measure(samples, start, this.#powers);
    this.#bands.measure(this.#powers, this.#inBands);
    const [inBands, levels, levelBits] = [this.#inBands, this.#levels, this.#levelBits];
    for (let band = 0; band < bands; band += 1) levels[band] = inBands[band]! + floor;
    for (let band = 0; band < bands; band += 1)
      features[at + band] = (logarithmOfBits(levelBits[band]!) - mean) / deviation;
  }
}

function hannWindow(length: number): Float64Array {
  return Float64Array.from(
    { length },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / length),
  );
}

const INITIAL_SAMPLES = 1 << 14;

/**
 * Turns samples into log-mel frames as they arrive: frame t is centred on sample t * hop, with zeros outside the audio; n
 * samples make 1 + floor(n / hop) frames, and any further frames are silence.
 */
export class LogMelStream {
  readonly #extractor: LogMelExtractor;
  /** Samples still needed lie from `#first` to `#end`; at `#first` the next frame's window begins. */
  #samples = new Float32Array(INITIAL_SAMPLES);
  #first = 0;
  #end: number;
  #accepted = 0;
  #taken = 0;
  #ended = false;

  constructor(extractor: LogMelExtractor) {
    this.#extractor = extractor;
    this.#end = extractor.parameters.window / 2;
  }

  get accepted(): number {
    return this.#accepted;
  }

  /** Frames that all accepted audio makes once it has ended; 0 without audio. */
  get total(): number {
    return this.#accepted === 0
      ? 0
      : 1 + Math.floor(this.#accepted / this.#extractor.parameters.hop);
  }

  /** Frames that can be taken now, not counting silence after the end. */
  get available(): number {
    const { hop, window } = this.#extractor.parameters;
    if (this.#ended) return Math.max(0, this.total - this.#taken);
    const held = this.#end - this.#first;
    return held < window ? 0 : 1 + Math.floor((held - window) / hop);
  }

  accept(samples: Float32Array): void {
    this.#reserve(samples.length);
    this.#samples.set(samples, this.#end);
    this.#end += samples.length;
    this.#accepted += samples.length;
  }

  end(): void {
    this.#ended = true;
  }

  /** Returns a view of at most `count` hops of audio, from the middle of the next frame on. */
  audioOf(count: number): Float32Array {
    const { hop, window } = this.#extractor.parameters;
    const middle = Math.min(this.#end, this.#first + window / 2);
    return this.#samples.subarray(middle, Math.min(this.#end, middle + count * hop));
  }

  /** Writes the next `count` frames into `features` from `at` on, silence frames after the last available one. */
  take(count: number, features: Float32Array, at: number): void {
    const { bands, hop, window } = this.#extractor.parameters;
    const audible = Math.min(count, this.available);
    if (this.#ended && audible > 0) this.#extendWithSilence((audible - 1) * hop + window);
    for (let frame = 0; frame < audible; frame += 1) {
      this.#extractor.extract(
        this.#samples,
        this.#first + frame * hop,
        features,
        at + frame * bands,
      );
    }
    features.fill(this.#extractor.silence, at + audible * bands, at + count * bands);
    this.#taken += count;
    this.#first = Math.min(this.#end, this.#first + audible * hop);
  }

  #extendWithSilence(needed: number): void {
    const missing = needed - (this.#end - this.#first);
    if (missing <= 0) return;
    this.#reserve(missing);
    this.#samples.fill(0, this.#end, this.#end + missing);
    this.#end += missing;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#samples.length) return;
    const held = this.#samples.subarray(this.#first, this.#end);
    const needed = held.length + more;
    const room = needed <= this.#samples.length / 2 ? this.#samples : new Float32Array(2 * needed);
    room.set(held, 0);
    this.#samples = room;
    this.#end = held.length;
    this.#first = 0;
  }
}
