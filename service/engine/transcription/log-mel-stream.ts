import { FourierTransform } from "../fourier.ts";
import { MelBands } from "./mel-bands.ts";

/** What a network was trained to hear; the `features` of its model.json. */
export interface FeatureParameters {
  readonly bands: number;
  /** Samples between the middles of two frames. */
  readonly hop: number;
  /** Samples a frame looks at, even. */
  readonly window: number;
  /** A power of two, at least `window`. */
  readonly fft_size: number;
  readonly lowest_hz: number;
  readonly highest_hz: number;
  /** Added to a band's power before its logarithm. */
  readonly floor: number;
  readonly mean: number;
  readonly deviation: number;
}

/** The parts of feature extraction that every stream of one model shares. */
export class LogMelExtractor {
  readonly parameters: FeatureParameters;
  /** The feature of a band in digital silence. */
  readonly silence: number;
  readonly #window: Float64Array;
  readonly #transform: FourierTransform;
  readonly #bands: MelBands;
  readonly #frame: Float64Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #powers: Float64Array;

  constructor(parameters: FeatureParameters, sampleRate: number) {
    this.parameters = parameters;
    this.silence = (Math.log(parameters.floor) - parameters.mean) / parameters.deviation;
    this.#window = Float64Array.from(
      { length: parameters.window },
      (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / parameters.window),
    );
    this.#transform = new FourierTransform(parameters.fft_size);
    this.#bands = new MelBands({
      bands: parameters.bands,
      sampleRate,
      fftSize: parameters.fft_size,
      lowestHz: parameters.lowest_hz,
      highestHz: parameters.highest_hz,
    });
    this.#frame = new Float64Array(parameters.fft_size);
    const bins = parameters.fft_size / 2 + 1;
    this.#real = new Float64Array(bins);
    this.#imaginary = new Float64Array(bins);
    this.#powers = new Float64Array(bins);
  }

  /** Writes the features of the frame whose window begins at `samples[start]` into `features` from `at` on. */
  extract(samples: Float32Array, start: number, features: Float32Array, at: number): void {
    const { bands, floor, mean, deviation } = this.parameters;
    const window = this.#window;
    for (let offset = 0; offset < window.length; offset += 1) {
      this.#frame[offset] = samples[start + offset]! * window[offset]!;
    }
    this.#measure();
    for (let band = 0; band < bands; band += 1) {
      const power = this.#bands.powerIn(band, this.#powers);
      features[at + band] = (Math.log(power + floor) - mean) / deviation;
    }
  }

  /** Measures the powers of the frame's spectrum. */
  #measure(): void {
    this.#transform.forward(this.#frame, this.#real, this.#imaginary);
    for (let bin = 0; bin < this.#powers.length; bin += 1) {
      this.#powers[bin] = this.#real[bin]! ** 2 + this.#imaginary[bin]! ** 2;
    }
  }
}

const INITIAL_SAMPLES = 1 << 14;

/**
 * Turns samples into log-mel frames as they arrive.
 *
 * Frame t covers the samples from t * hop - window / 2 to t * hop + window / 2, with zeros outside the audio; audio
 * of n samples has 1 + floor(n / hop) frames, silence frames follow when asked for.
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

  /** Samples accepted so far. */
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

  /** Makes room behind the held samples, moving them to the front first. */
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
