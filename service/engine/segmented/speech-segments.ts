import { GatheredSamples } from "../audio/samples.ts";
import { energyOf } from "../transcription/voicing.ts";
import {
  AHEAD_STEPS,
  STEP_SECONDS,
  voicedSpeech,
  type SpeechDetector,
  type SpeechRules,
} from "./speech-detector.ts";

/** Speech between two pauses. */
export interface SpeechSegment {
  /** Seconds from the start of the audio. */
  readonly start: number;
  readonly samples: Float32Array;
}

/** Steps kept before the first step of speech: words may begin with unvoiced sounds. */
const MARGIN_BEFORE = 18;
/** Steps kept after the last step of speech, as far as the pause lasts. */
const MARGIN_BEHIND = 20;

/**
 * Splits audio into segments of speech as a detector finds them; the result does not depend on the pieces in which the audio
 * arrives. A segment longer than `maxSeconds` is cut at the quietest step of its last third.
 */
export class SpeechSegments {
  readonly #stepSamples: number;
  readonly #maxSteps: number;
  readonly #detector: SpeechDetector;
  readonly #minSteps: number;
  readonly #pauseSteps: number;
  /** Steps of audio kept while there is no speech. */
  readonly #keptSteps: number;
  /** The audio from `#firstStep` on. */
  #audio = new GatheredSamples();
  #firstStep = 0;
  #received = 0;
  #judged = 0;
  #stepsOfSpeech = 0;
  /** The segment that has not ended. */
  #open: { readonly fromStep: number; lastSpeech: number } | undefined;
  readonly #closed: SpeechSegment[] = [];

  constructor(
    sampleRate: number,
    maxSeconds: number,
    { detector, minSpeechSeconds, minPauseSeconds }: SpeechRules = voicedSpeech(sampleRate),
  ) {
    this.#stepSamples = Math.round(sampleRate * STEP_SECONDS);
    this.#maxSteps = Math.floor(maxSeconds / STEP_SECONDS);
    this.#detector = detector;
    this.#minSteps = Math.max(1, Math.round(minSpeechSeconds / STEP_SECONDS));
    this.#pauseSteps = Math.max(1, Math.round(minPauseSeconds / STEP_SECONDS));
    this.#keptSteps = MARGIN_BEFORE + this.#minSteps - 1;
  }

  accept(samples: Float32Array): void {
    // One step at a time, so that the detector still remembers the steps to judge.
    for (let at = 0; at < samples.length; at += this.#stepSamples) {
      const piece = samples.subarray(at, at + this.#stepSamples);
      this.#audio.append(piece);
      this.#detector.accept(piece);
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

  /** Releases the detector. */
  close(): void {
    this.#detector.close?.();
  }

  /** Returns the segments that ended since the last call. */
  takeClosed(): readonly SpeechSegment[] {
    return this.#closed.splice(0);
  }

  /** The audio so far of the segment that has not ended; undefined while it may not be speech. */
  get open(): SpeechSegment | undefined {
    return this.#open && this.#speech(this.#open.fromStep, Infinity);
  }

  /** The open segment as it will be closed, unless speech goes on before its pause is long enough. */
  get closing(): SpeechSegment | undefined {
    if (this.#open === undefined) return undefined;
    const endStep = this.#open.lastSpeech + MARGIN_BEHIND;
    if (this.#judged - 1 < endStep) return undefined;
    return this.#speech(this.#open.fromStep, endStep);
  }

  /** Where the last step of speech of a segment that has not ended ends, in seconds. */
  get spokenUntil(): number | undefined {
    return this.#open && (this.#open.lastSpeech + 1) * STEP_SECONDS;
  }

  /** Where a segment that has not ended begins, in seconds. */
  get openFrom(): number | undefined {
    return this.#open && this.#open.fromStep * STEP_SECONDS;
  }

  /** Returns the audio of the open segment after its first `known` samples. */
  openBehind(known: number): Float32Array {
    if (this.#open === undefined) return new Float32Array(0);
    const from = (this.#open.fromStep - this.#firstStep) * this.#stepSamples + known;
    return this.#audio.samples.slice(from);
  }

  /** No segment after the closed ones begins before this time, in seconds. */
  get nextFrom(): number {
    const step = this.#open?.fromStep ?? Math.max(this.#firstStep, this.#judged - this.#keptSteps);
    return step * STEP_SECONDS;
  }

  #judge(step: number): void {
    const isSpeech = this.#detector.isSpeech(step);
    this.#stepsOfSpeech = isSpeech ? this.#stepsOfSpeech + 1 : 0;
    if (this.#open === undefined) {
      if (this.#stepsOfSpeech >= this.#minSteps) this.#begin(step);
      else this.#forgetBefore(step - this.#keptSteps);
      return;
    }
    if (isSpeech) this.#open.lastSpeech = step;
    const { fromStep, lastSpeech } = this.#open;
    if (step - lastSpeech >= this.#pauseSteps) {
      this.#close(Math.min(lastSpeech + MARGIN_BEHIND, step));
    } else if (step - fromStep >= this.#maxSteps) {
      this.#close(this.#quietestStep(step));
      this.#begin(step, this.#firstStep);
    }
  }

  #begin(step: number, fromStep = Math.max(this.#firstStep, step - this.#keptSteps)): void {
    this.#open = { fromStep, lastSpeech: step };
  }

  #close(endStep: number): void {
    const { fromStep } = this.#open!;
    if (this.open !== undefined) this.#closed.push(this.#segment(fromStep, endStep));
    this.#open = undefined;
    this.#forgetBefore(endStep);
  }

  /** Returns a segment; undefined if it is, as a whole, something else than speech. */
  #speech(fromStep: number, endStep: number): SpeechSegment | undefined {
    const segment = this.#segment(fromStep, endStep);
    return this.#detector.isOther(segment.samples) ? undefined : segment;
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
    for (let step = lastStep - Math.floor(this.#maxSteps / 3); step < lastStep; step += 1) {
      const energy = this.#energyOf(step);
      if (energy < quietest.energy) quietest = { step, energy };
    }
    return quietest.step;
  }

  #energyOf(step: number): number {
    const from = (step - this.#firstStep) * this.#stepSamples;
    return energyOf(this.#audio.samples.subarray(from, from + this.#stepSamples));
  }

  #forgetBefore(step: number): void {
    if (step <= this.#firstStep) return;
    const samples = this.#audio.samples.slice((step - this.#firstStep) * this.#stepSamples);
    this.#audio = new GatheredSamples();
    this.#audio.append(samples);
    this.#firstStep = step;
  }
}
