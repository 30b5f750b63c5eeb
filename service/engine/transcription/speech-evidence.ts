import type { RecognisedWord } from "../model/model.ts";
import { Voicing } from "./voicing.ts";

/** How the audio and the features of a model lie in time and in size. */
export interface EvidenceScale {
  /** Samples per second. */
  readonly sampleRate: number;
  readonly samplesPerStep: number;
  readonly framesPerStep: number;
  readonly bands: number;
  /** The feature of a band in digital silence. */
  readonly silence: number;
  /** Nats of power that make one unit of a feature. */
  readonly natsPerUnit: number;
}

/** Steps that are remembered: a word that is decided later than this is taken as it is. */
const STEPS_KEPT = 1024;
/** A band counts as filled when it is at most this far below the strongest, in nats of power. */
const FILLED_NATS = 6;
/** A frame counts as sound when its strongest band is this far above digital silence, in nats of power. */
const SOUND_NATS = 2;
/** Bands that a voice fills at least; a tone fills a handful. */
const FILLED_BANDS = 10;
/** A word that the network is this sure of needs no voice: people whisper. Of short words it is soon sure. */
const SURE = { short: 0.95, other: 0.8 };
const SHORT_LETTERS = 2;
/** Steps with a voice that a word has at least, and their least share of its steps. */
const VOICED = { steps: 2, share: 1 / 8 };
const UNKNOWN = 255;

/**
 * Tells words from what a network invents in noise: a word has steps whose audio repeats itself as vocal cords do,
 * which noise and clicks do not, and fills many bands, which tones do not.
 */
export class SpeechEvidence {
  readonly #scale: EvidenceScale;
  readonly #voicing: Voicing;
  readonly #filledBands = new Uint8Array(STEPS_KEPT);
  /** 1 for a step with a voice, 0 for one without, UNKNOWN where it was not measured yet. */
  readonly #hasVoice = new Uint8Array(STEPS_KEPT);
  #steps = 0;

  constructor(scale: EvidenceScale) {
    this.#scale = scale;
    this.#voicing = new Voicing(scale, STEPS_KEPT);
  }

  accept(samples: Float32Array): void {
    this.#voicing.accept(samples);
  }

  /** Takes the features of the next `steps` steps, which begin at `features[at]`; their audio was accepted. */
  acceptFeatures(features: Float32Array, at: number, steps: number): void {
    const { framesPerStep, bands } = this.#scale;
    for (let step = 0; step < steps; step += 1) {
      const place = this.#steps % STEPS_KEPT;
      let least = bands;
      for (let frame = 0; frame < framesPerStep; frame += 1) {
        const begin = at + (step * framesPerStep + frame) * bands;
        least = Math.min(least, this.#filledIn(features, begin));
      }
      this.#filledBands[place] = least;
      this.#hasVoice[place] = UNKNOWN;
      this.#steps += 1;
    }
  }

  /** Says whether a word may have been spoken where it was heard. */
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
    const least = strongest - FILLED_NATS / natsPerUnit;
    let filled = 0;
    for (let band = 0; band < bands; band += 1) if (features[begin + band]! > least) filled += 1;
    return filled;
  }
}
