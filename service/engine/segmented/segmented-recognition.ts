import type { RecognisedWord, Recognition, SpeakerTurn } from "../model/model.ts";
import { LanguageVotes } from "../model/language-votes.ts";
import type { Speakers } from "./speaker-groups.ts";
import type { SpeechRules } from "./speech-detector.ts";
import { SpeechSegments, type SpeechSegment } from "./speech-segments.ts";

/** How a recognition finds its segments. */
export interface Hearing {
  readonly sampleRate: number;
  /** Maximum length of a segment; longer speech is cut. */
  readonly maxSeconds: number;
  /** Without them, speech is detected by its voicing (`voicedSpeech`). */
  readonly rules?: SpeechRules | undefined;
  /** Without it, speakers are not distinguished. */
  readonly speakers?: Speakers | undefined;
}

/** A recognition that transcribes segments of speech; the words of a segment are settled when it has ended. */
export abstract class SegmentedRecognition implements Recognition {
  protected readonly segments: SpeechSegments;
  /** Words of the segments that are not settled yet. */
  protected tentative: readonly RecognisedWord[] = [];
  protected readonly language = new LanguageVotes();
  readonly #sampleRate: number;
  readonly #settled: RecognisedWord[] = [];
  readonly #waiting: Float32Array[] = [];
  readonly #speakers: Speakers | undefined;
  readonly #speech: { readonly start: number; readonly end: number }[] = [];
  #hasEnded = false;
  #decodedSamples = 0;

  constructor({ sampleRate, maxSeconds, rules, speakers }: Hearing) {
    this.#speakers = speakers;
    this.#sampleRate = sampleRate;
    this.segments = new SpeechSegments(sampleRate, maxSeconds, rules);
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

  get isTurkish(): boolean | undefined {
    return this.language.isTurkish;
  }

  get speakers(): readonly SpeakerTurn[] | undefined {
    const speakers = this.#speakers?.groups.speakers();
    return speakers && this.#speech.map((place, at) => ({ ...place, speaker: speakers[at]! }));
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

  /** Splits at most `maxSeconds` of the buffered audio into segments. */
  protected part(maxSeconds: number): void {
    let left = Math.ceil(maxSeconds * this.#sampleRate);
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

  /** Returns the segments that ended since the last call, and records their speakers. */
  protected takeClosed(): readonly SpeechSegment[] {
    const closed = this.segments.takeClosed();
    for (const segment of closed) this.#noteSpeaker(segment);
    return closed;
  }

  #noteSpeaker({ start, samples }: SpeechSegment): void {
    const voice = this.#speakers?.voiceOf(samples);
    if (voice === undefined) return;
    const seconds = samples.length / this.#sampleRate;
    this.#speakers?.groups.add(voice, seconds);
    this.#speech.push({ start, end: start + seconds });
  }

  protected settle(words: readonly RecognisedWord[]): void {
    this.#settled.push(...words);
    this.tentative = [];
  }
}
