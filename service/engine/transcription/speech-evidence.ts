import type { RecognisedWord } from "../model/model.ts";
import { Voicing } from "./voicing.ts";

/** Timing and scale of a model's audio and features. */
export interface EvidenceScale {
  /** Samples per second. */
  readonly sampleRate: number;
  readonly samplesPerStep: number;
  readonly framesPerStep: number;
  readonly bands: number;
  /** The feature of a band in digital silence. */
  readonly silence: number;
  /** Nats of power per unit of a feature. */
  readonly natsPerUnit: number;
}

/** Number of steps remembered; a word that begins before them is accepted. */
const STEPS_KEPT = 1024;
/** A band counts as filled when it is at most this far below the strongest, in nats of power. */
const FILLED_NATS = 6;
/** A frame counts as sound when its strongest band is this far above digital silence, in nats of power. */
const SOUND_NATS = 2;
/** Minimum number of bands that a voice fills; a tone fills only a few. */
const FILLED_BANDS = 10;
/** Words of at least this confidence need no voicing, because people whisper. Short words reach a high confidence easily. */
const SURE = { short: 0.95, other: 0.8 };
const SHORT_LETTERS = 2;
/** Minimum number of voiced steps of a word, and their minimum share of its steps. */
const VOICED = { steps: 2, share: 1 / 8 };
const UNKNOWN = 255;

/**
 * Rejects words that a network invents in noise. A spoken word has steps whose audio is periodic as vocal cords are, unlike
 * noise and clicks, and fills many bands, unlike tones.
 */
export class SpeechEvidence {
  readonly #scale: EvidenceScale;
  readonly #voicing: Voicing;
  readonly #filledBands = new Uint8Array(STEPS_KEPT);
  /** 1 for a voiced step, 0 for an unvoiced one, UNKNOWN where it was not measured yet. */
  readonly #hasVoice = new Uint8Array(STEPS_KEPT);
  #steps = 0;

  constructor(scale: EvidenceScale) {
    this.#scale = scale;
    this.#voicing = new Voicing(scale, STEPS_KEPT);
  }

  accept(samples: Float32Array): void {
    this.#voicing.accept(samples);
  }

  /** Takes the features of the next `steps` steps, which begin at `features[at]`, after their audio was accepted. */
  acceptFeatures(features: Float32Array, at: number, steps: number): void {
    const { framesPerStep, bands } = this.#scale;
    for (let step = 0; step < steps; step += 1) {
      const place = this.#steps % STEPS_KEPT;
      let min = bands;
      for (let frame = 0; frame < framesPerStep; frame += 1) {
        const begin = at + (step * framesPerStep + frame) * bands;
        min = Math.min(min, this.#filledIn(features, begin));
      }
      this.#filledBands[place] = min;
      this.#hasVoice[place] = UNKNOWN;
      this.#steps += 1;
    }
  }

  /** Returns whether a word may have been spoken where it was decoded. */
  allows({ text, start, end, confidence }: RecognisedWord): boolean {
    const sure = text.length <= SHORT_LETTERS ? SURE.short : SURE.other;
    if (confidence >= sure) return true;
    const { sampleRate, samplesPerStep } = this.#scale;
    const first = Math.max(0, Math.floor((start * sampleRate) / samplesPerStep));
    const last = Math.min(this.#steps - 1, Math.ceil((end * sampleRate) / samplesPerStep));
    if (first < this.#steps - STEPS_KEPT) return true;
    let voiced = 0;
    for (let step = first; step <= last; step += 1) voiced += this.#voiceAt(step);
    return voiced >= Math.max(VOICED.steps, VOICED.share * (last - first + 1));
  }

  #voiceAt(step: number): number {
    const place = step % STEPS_KEPT;
    const known = this.#hasVoice[place]!;
    if (known !== UNKNOWN) return known;
    const isFilled = this.#filledBands[place]! >= FILLED_BANDS;
    const voice = isFilled && this.#voicing.isVoiced(step) ? 1 : 0;
    this.#hasVoice[place] = voice;
    return voice;
  }

  #filledIn(features: Float32Array, begin: number): number {
    const { bands, silence, natsPerUnit } = this.#scale;
    let strongest = features[begin]!;
    for (let band = 1; band < bands; band += 1) {
      const level = features[begin + band]!;
      if (level > strongest) strongest = level;
    }
    if (strongest < silence + SOUND_NATS / natsPerUnit) return 0;
    const min = strongest - FILLED_NATS / natsPerUnit;
    let filled = 0;
    for (let band = 0; band < bands; band += 1) if (features[begin + band]! > min) filled += 1;
    return filled;
  }
}
