import type { RecognisedWord, Recognition } from "../model/model.ts";
import { SpeechSegments, type SpeechSegment } from "./speech-segments.ts";

/** Hears one segment of speech. */
export type HearSegment = (segment: SpeechSegment) => Promise<readonly RecognisedWord[]>;

/** An open segment is heard anew when it has grown by this, at least and as a share: all of it costs five times once at most. */
const ANEW_AFTER = { seconds: 0.8, share: 0.25 };

/** A recognition by a model that hears whole segments: each is settled when it has ended, and heard anew while it goes on. */
export class SegmentRecognition implements Recognition {
  readonly #sampleRate: number;
  readonly #segments: SpeechSegments;
  readonly #settled: RecognisedWord[] = [];
  #tentative: readonly RecognisedWord[] = [];
  #waiting: Float32Array[] = [];
  #heardOfOpen = 0;
  #hasEnded = false;
  #decodedSamples = 0;

  constructor(sampleRate: number, mostSeconds: number) {
    this.#sampleRate = sampleRate;
    this.#segments = new SpeechSegments(sampleRate, mostSeconds);
  }

  get words(): readonly RecognisedWord[] {
    return [...this.#settled, ...this.#tentative];
  }

  get settledWords(): number {
    return this.#settled.length;
  }

  get nextWordFrom(): number {
    return this.#segments.nextFrom;
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

  /** Decodes what is buffered, `mostSeconds` of it at most; hears the open segment too where somebody waits for it. */
  async advance(hear: HearSegment, mostSeconds: number, isLive: boolean): Promise<void> {
    let left = Math.ceil(mostSeconds * this.#sampleRate);
    while (left > 0) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      const taken = next.subarray(0, left);
      if (taken.length < next.length) this.#waiting.unshift(next.subarray(taken.length));
      this.#segments.accept(taken);
      this.#decodedSamples += taken.length;
      left -= taken.length;
    }
    if (this.#hasEnded && this.#waiting.length === 0) this.#segments.end();
    for (const segment of this.#segments.takeClosed()) {
      this.#settled.push(...(await hear(segment)));
      this.#tentative = [];
      this.#heardOfOpen = 0;
    }
    if (isLive) await this.#hearOpen(hear);
  }

  async #hearOpen(hear: HearSegment): Promise<void> {
    const { open } = this.#segments;
    if (open === undefined) return;
    const grown = open.samples.length - this.#heardOfOpen;
    const least = Math.max(
      ANEW_AFTER.seconds * this.#sampleRate,
      ANEW_AFTER.share * this.#heardOfOpen,
    );
    if (grown < least) return;
    this.#heardOfOpen = open.samples.length;
    this.#tentative = await hear(open);
  }
}
