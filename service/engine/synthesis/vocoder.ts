/**
 * Converts frames to samples: a train of glottal pulses, whose phase continues through the sentence, and a stream of shaped
 * noise.
 */

import { FourierTransform } from "../signal/fourier.ts";
import { Doubler } from "./doubler.ts";
import { gaussianNoise } from "./noise.ts";
import { PULSE_SIZE, PulseShaper } from "./pulse.ts";
import { joinSamples } from "../audio/samples.ts";
import {
  ANALYSIS_RATE_HZ,
  FRAME_VALUES,
  FRAMES_PER_SECOND,
  LOG_PITCH,
  PERIODICITY,
  SpectralShape,
  voiceShare,
} from "./spectrum.ts";

/** A voice has nothing above 12,000 Hz, so its pulses are made at this rate, whatever the output's. */
const VOICE_RATE_HZ = ANALYSIS_RATE_HZ;
const VOICE_HOP = VOICE_RATE_HZ / FRAMES_PER_SECOND;
const MIN_VOICE_SHARE = 1e-4;

export class Vocoder {
  /** Samples from one frame to the next. */
  readonly #hop: number;
  readonly #voice = new PulseTrain();
  readonly #noise: NoiseShaper;
  /** Undefined where the output has the voice's rate. */
  readonly #doubler: Doubler | undefined;
  /** Unfinished noise, to which later frames still add from its first sample on. */
  readonly #pending: Float64Array;
  #held: Float32Array | undefined;

  /** `sampleRate` is 24,000 or 48,000. */
  constructor(sampleRate: number) {
    this.#hop = sampleRate / FRAMES_PER_SECOND;
    this.#noise = new NoiseShaper(sampleRate, this.#hop);
    this.#doubler = sampleRate === VOICE_RATE_HZ ? undefined : new Doubler();
    this.#pending = new Float64Array(2 * this.#hop);
  }

  /** Takes whole frames, `FRAME_VALUES` numbers each, and returns the samples they finish. */
  accept(frames: Float32Array): Float32Array {
    const out: Float32Array[] = [];
    for (let at = 0; at < frames.length; at += FRAME_VALUES) {
      const next = frames.slice(at, at + FRAME_VALUES);
      if (this.#held !== undefined) out.push(this.#step(this.#held, next));
      this.#held = next;
    }
    return joinSamples(out);
  }

  /** Returns the rest of the sound; another sentence may follow. */
  end(): Float32Array {
    if (this.#held === undefined) return new Float32Array(0);
    const out = [this.#step(this.#held, this.#held)];
    for (let hop = 0; hop < PULSE_SIZE / VOICE_HOP + 1; hop += 1) out.push(this.#finish());
    this.#held = undefined;
    return joinSamples(out);
  }

  /** Adds the sound between a frame and the next and returns one hop of finished samples. */
  #step(frame: Float32Array, next: Float32Array): Float32Array {
    this.#noise.addTo(this.#pending, frame);
    this.#voice.add(frame, next);
    return this.#finish();
  }

  #finish(): Float32Array {
    const hop = this.#pending.subarray(0, this.#hop);
    const voice = this.#voice.take();
    if (this.#doubler !== undefined) this.#doubler.addTo(hop, voice);
    else voice.forEach((value, at) => (hop[at] = hop[at]! + value));
    const finished = Float32Array.from(hop);
    this.#pending.copyWithin(0, this.#hop);
    this.#pending.fill(0, this.#hop);
    return finished;
  }
}

/** Makes the pulses of a voice, a hop of `VOICE_HOP` samples at a time. */
class PulseTrain {
  readonly #pulse = new PulseShaper(VOICE_RATE_HZ);
  readonly #shape = new SpectralShape(PULSE_SIZE / 2 + 1, VOICE_RATE_HZ / PULSE_SIZE);
  readonly #logAmplitude = new Float64Array(PULSE_SIZE / 2 + 1);
  /** Unfinished samples, to which later pulses still add from the first one on. */
  readonly #pending = new Float64Array(PULSE_SIZE + 2 * VOICE_HOP);
  /** Part of a period gone since the last pulse, 0 to 1. */
  #phase = 0;

  /** Adds the pulses between a frame and the next. */
  add(frame: Float32Array, next: Float32Array): void {
    const [from, to] = [frame[LOG_PITCH]!, next[LOG_PITCH]!];
    for (let sample = 0; sample < VOICE_HOP; sample += 1) {
      const part = sample / VOICE_HOP;
      const step = Math.exp(from + (to - from) * part) / VOICE_RATE_HZ;
      this.#phase += step;
      if (this.#phase < 1) continue;
      this.#phase -= 1;
      const late = 1 - this.#phase / step;
      this.#addPulse(blend(frame, next, part), sample, late, step);
    }
  }

  /** Returns one hop of finished samples. */
  take(): Float64Array {
    const finished = this.#pending.slice(0, VOICE_HOP);
    this.#pending.copyWithin(0, VOICE_HOP);
    this.#pending.fill(0, this.#pending.length - VOICE_HOP);
    return finished;
  }

  /** Adds one pulse `sample + late` samples from now; `step` is F0 in periods per sample. */
  #addPulse(frame: Float32Array, sample: number, late: number, step: number): void {
    if (voiceShare(Math.max(...frame.subarray(PERIODICITY))) < MIN_VOICE_SHARE) return;
    this.#shape.writeVoice(frame, this.#logAmplitude);
    const response = this.#pulse.shape(this.#logAmplitude, late);
    const gain = 1 / Math.sqrt(step);
    for (let at = 0; at < response.length; at += 1) {
      this.#pending[sample + at] = this.#pending[sample + at]! + gain * response[at]!;
    }
  }
}

/** Makes noise with a frame's envelope, a sine window two hops long that overlaps the next frame's by half. */
class NoiseShaper {
  readonly #rate: number;
  readonly #transform: FourierTransform;
  readonly #shape: SpectralShape;
  readonly #amplitude: Float64Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #samples: Float64Array;
  readonly #window: Float64Array;
  readonly #random = gaussianNoise();

  constructor(sampleRate: number, hop: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * hop));
    this.#rate = sampleRate;
    this.#transform = new FourierTransform(size);
    this.#shape = new SpectralShape(size / 2 + 1, sampleRate / size);
    this.#amplitude = new Float64Array(size / 2 + 1);
    this.#real = new Float64Array(size / 2 + 1);
    this.#imaginary = new Float64Array(size / 2 + 1);
    this.#samples = new Float64Array(size);
    this.#window = Float64Array.from({ length: 2 * hop }, (_, at) =>
      Math.sin((Math.PI * (at + 0.5)) / (2 * hop)),
    );
  }

  addTo(pending: Float64Array, frame: Float32Array): void {
    this.#shape.writeNoise(frame, this.#amplitude);
    const [real, imaginary, size] = [this.#real, this.#imaginary, this.#transform.size];
    // Each bin has two deviates and a mirror image, so half the power lies in each.
    const scale = Math.sqrt((size * this.#rate) / ANALYSIS_RATE_HZ / 2);
    for (let bin = 1; bin < size / 2; bin += 1) {
      real[bin] = scale * this.#amplitude[bin]! * this.#random();
      imaginary[bin] = scale * this.#amplitude[bin]! * this.#random();
    }
    this.#transform.inverse(real, imaginary, this.#samples);
    for (let at = 0; at < this.#window.length; at += 1) {
      pending[at] = pending[at]! + this.#samples[at]! * this.#window[at]!;
    }
  }
}

function blend(frame: Float32Array, next: Float32Array, part: number): Float32Array {
  return frame.map((value, at) => value + (next[at]! - value) * part);
}
