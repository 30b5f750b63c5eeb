import { GatheredSamples } from "../audio/samples.ts";
import { Voicing } from "../transcription/voicing.ts";

/** Speech between two pauses. */
export interface SpeechSegment {
  /** Seconds from the start of the audio. */
  readonly start: number;
  readonly samples: Float32Array;
}

/** How much audio is looked at as one. */
const STEP_SECONDS = 0.02;
/** What has to follow a step until it can be judged: two periods of a low voice, and what they are compared with. */
const AHEAD_STEPS = 3;
/** A click is voiced for shorter. */
const LEAST_VOICED_STEPS = 3;
/** Kept before the first and behind the last voiced step: sounds without voice begin and end words. */
const MARGIN_STEPS = 20;
/** A segment ends when so many steps in a row are not voiced. */
const PAUSE_STEPS = 35;
/** Speech gets louder and quieter; the loudest step of mains hum has at most this many times the energy of its quietest. */
const STEADY_RATIO = 2;

/**
 * Parts audio into speech and the rest, by where a voice is heard, the same whatever pieces it comes in. A segment that grows longer
 * than `mostSeconds` is cut at its quietest place of late.
 */
export class SpeechSegments {
  readonly #stepSamples: number;
  readonly #mostSteps: number;
  readonly #voicing: Voicing;
  /** From `#firstStep` on. */
  #audio = new GatheredSamples();
  #firstStep = 0;
  #received = 0;
  #judged = 0;
  #voicedInARow = 0;
  /** Of the open segment. */
  #open: { readonly fromStep: number; lastVoiced: number } | undefined;
  readonly #closed: SpeechSegment[] = [];

  constructor(sampleRate: number, mostSeconds: number) {
    this.#stepSamples = Math.round(sampleRate * STEP_SECONDS);
    this.#mostSteps = Math.floor(mostSeconds / STEP_SECONDS);
    this.#voicing = new Voicing(
      { sampleRate, samplesPerStep: this.#stepSamples },
      2 * AHEAD_STEPS + MARGIN_STEPS,
    );
  }

  accept(samples: Float32Array): void {
    // A step at a time: what is judged has not left the memory of the voicing then.
    for (let at = 0; at < samples.length; at += this.#stepSamples) {
      const piece = samples.subarray(at, at + this.#stepSamples);
      this.#audio.append(piece);
      this.#voicing.accept(piece);
      this.#received += piece.length;
      const known = Math.floor(this.#received / this.#stepSamples) - AHEAD_STEPS;
      while (this.#judged < known) this.#judge(this.#judged++);
    }
  }

  end(): void {
    const steps = Math.ceil(this.#received / this.#stepSamples);
    while (this.#judged < steps) this.#judge(this.#judged++);
    if (this.#open !== undefined) this.#close(steps);
  }

  /** The segments that ended since the last time. */
  takeClosed(): readonly SpeechSegment[] {
    return this.#closed.splice(0);
  }

  /** What is heard of a segment that has not ended; undefined while it may be a hum. */
  get open(): SpeechSegment | undefined {
    const segment = this.#open && this.#segment(this.#open.fromStep, Infinity);
    return segment && !this.#isSteady(segment.samples) ? segment : undefined;
  }

  /** Where a segment that has not ended begins, in seconds. */
  get openFrom(): number | undefined {
    return this.#open && this.#open.fromStep * STEP_SECONDS;
  }

  /** What is heard of a segment that has not ended, behind its first `known` samples. */
  openBehind(known: number): Float32Array {
    if (this.#open === undefined) return new Float32Array(0);
    const from = (this.#open.fromStep - this.#firstStep) * this.#stepSamples + known;
    return this.#audio.samples.slice(from);
  }

  /** No segment behind the closed ones begins before this, in seconds. */
  get nextFrom(): number {
    const step = this.#open?.fromStep ?? Math.max(this.#firstStep, this.#judged - MARGIN_STEPS);
    return step * STEP_SECONDS;
  }

  #judge(step: number): void {
    const isVoiced = this.#voicing.isVoiced(step);
    this.#voicedInARow = isVoiced ? this.#voicedInARow + 1 : 0;
    if (this.#open === undefined) {
      if (this.#voicedInARow >= LEAST_VOICED_STEPS) this.#begin(step);
      else this.#forgetBefore(step - MARGIN_STEPS);
      return;
    }
    if (isVoiced) this.#open.lastVoiced = step;
    if (step - this.#open.lastVoiced >= PAUSE_STEPS) {
      this.#close(this.#open.lastVoiced + MARGIN_STEPS);
    } else if (step - this.#open.fromStep >= this.#mostSteps) {
      this.#close(this.#quietestStep(step));
      this.#begin(step, this.#firstStep);
    }
  }

  #begin(step: number, fromStep = Math.max(this.#firstStep, step - MARGIN_STEPS)): void {
    this.#open = { fromStep, lastVoiced: step };
  }

  #close(endStep: number): void {
    const { fromStep } = this.#open!;
    if (this.open !== undefined) this.#closed.push(this.#segment(fromStep, endStep));
    this.#open = undefined;
    this.#forgetBefore(endStep);
  }

  #segment(fromStep: number, endStep: number): SpeechSegment {
    const offset = this.#firstStep * this.#stepSamples;
    const from = fromStep * this.#stepSamples - offset;
    const to = Math.min(endStep * this.#stepSamples - offset, this.#audio.samples.length);
    return { start: fromStep * STEP_SECONDS, samples: this.#audio.samples.slice(from, to) };
  }

  /** The quietest step in the last third of the open segment. */
  #quietestStep(lastStep: number): number {
    let quietest = { step: lastStep, energy: Infinity };
    for (let step = lastStep - Math.floor(this.#mostSteps / 3); step < lastStep; step += 1) {
      const energy = this.#energyOf(step);
      if (energy < quietest.energy) quietest = { step, energy };
    }
    return quietest.step;
  }

  #energyOf(step: number): number {
    const from = (step - this.#firstStep) * this.#stepSamples;
    return energyOf(this.#audio.samples.subarray(from, from + this.#stepSamples));
  }

  /** A hum repeats itself as a voice does, but all of it is as loud. */
  #isSteady(samples: Float32Array): boolean {
    const steps = Math.floor(samples.length / this.#stepSamples);
    const energies = Array.from({ length: steps }, (_, step) =>
      energyOf(samples.subarray(step * this.#stepSamples, (step + 1) * this.#stepSamples)),
    );
    return Math.max(...energies) <= STEADY_RATIO * Math.min(...energies);
  }

  #forgetBefore(step: number): void {
    if (step <= this.#firstStep) return;
    const samples = this.#audio.samples.slice((step - this.#firstStep) * this.#stepSamples);
    this.#audio = new GatheredSamples();
    this.#audio.append(samples);
    this.#firstStep = step;
  }
}

function energyOf(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0);
}
