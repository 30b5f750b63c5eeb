import type { RecognisedWord, Recognition } from "../model/model.ts";
import type { SpeechRules } from "./speech-detector.ts";
import { SpeechSegments } from "./speech-segments.ts";

/** How a recognition finds its segments. */
export interface Hearing {
  readonly sampleRate: number;
  /** The longest segment that is heard as one. */
  readonly mostSeconds: number;
  /** Without them, speech is where a voice is heard. */
  readonly rules?: SpeechRules | undefined;
}

/** A recognition that hears segments of speech: the words of one are settled when it has ended. */
export abstract class SegmentedRecognition implements Recognition {
  protected readonly segments: SpeechSegments;
  /** What is heard so far of the segments that have not been settled. */
  protected tentative: readonly RecognisedWord[] = [];
  readonly #sampleRate: number;
  readonly #settled: RecognisedWord[] = [];
  readonly #waiting: Float32Array[] = [];
  #hasEnded = false;
  #decodedSamples = 0;

  constructor({ sampleRate, mostSeconds, rules }: Hearing) {
    this.#sampleRate = sampleRate;
    this.segments = new SpeechSegments(sampleRate, mostSeconds, rules);
  }

  get words(): readonly RecognisedWord[] {
    return [...this.#settled, ...this.tentative];
  }

  get settledWords(): number {
    return this.#settled.length;
  }

  get nextWordFrom(): number {
    return this.segments.nextFrom;
  }

  get decodedSeconds(): number {
    return this.#decodedSamples / this.#sampleRate;
  }

  accept(samples: Float32Array): void {
    this.#waiting.push(samples.slice());
  }

  end(): void {
    this.#hasEnded = true;
  }

  close(): void {
    this.segments.close();
  }

  /** Parts what is buffered into segments, `mostSeconds` of it at most. */
  protected part(mostSeconds: number): void {
    let left = Math.ceil(mostSeconds * this.#sampleRate);
    while (left > 0) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      const taken = next.subarray(0, left);
      if (taken.length < next.length) this.#waiting.unshift(next.subarray(taken.length));
      this.segments.accept(taken);
      this.#decodedSamples += taken.length;
      left -= taken.length;
    }
    if (this.#hasEnded && this.#waiting.length === 0) this.segments.end();
  }

  protected settle(words: readonly RecognisedWord[]): void {
    this.#settled.push(...words);
    this.tentative = [];
  }
}
