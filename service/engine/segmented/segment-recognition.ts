import { LIVE_REPORT_SECONDS, type RecognisedWord, type Share } from "../model/model.ts";
import { SegmentedRecognition, type Hearing } from "./segmented-recognition.ts";
import type { SpeechSegment } from "./speech-segments.ts";
import { SteadyWords } from "./steady-words.ts";

/** Transcribes one segment of speech; `hasEnded` is false while the segment is still open. */
export type HearSegment = (segment: SpeechSegment, hasEnded: boolean) => Promise<HeardSegment>;

export interface HeardSegment {
  readonly words: readonly RecognisedWord[];
  /** Whether it may be Turkish; undefined where that is not known. */
  readonly isTurkish?: boolean | undefined;
}

/**
 * An open segment is transcribed again after it has grown by `seconds` and by `share`: in all this costs at most five times one
 * transcription.
 */
const ANEW_AFTER = { seconds: 0.8, share: 0.25 };

/** A segment that was transcribed before its pause was long enough to end it. */
interface HeardAhead {
  readonly segment: SpeechSegment;
  readonly heard: HeardSegment;
}

/**
 * A recognition by a model that transcribes whole segments. A segment is settled when it ends, and transcribed repeatedly while
 * it is open; in a pause once, as it will be when that ends it, so that its words are there at that moment.
 */
export class SegmentRecognition extends SegmentedRecognition {
  readonly #hear: HearSegment;
  readonly #sampleRate: number;
  readonly #steady = new SteadyWords();
  #heardOfOpen = 0;
  #ahead: HeardAhead | undefined;

  constructor(hearing: Hearing, hear: HearSegment) {
    super(hearing);
    this.#hear = hear;
    this.#sampleRate = hearing.sampleRate;
  }

  /** Decodes at most `maxSeconds` of the buffered audio; with `isLive`, the open segment too, for a partial transcript. */
  async advance(maxSeconds: number, isLive: boolean): Promise<void> {
    this.part(maxSeconds);
    for (const segment of this.takeClosed()) {
      const { words, isTurkish } = await this.#hearClosed(segment);
      this.settle(words);
      this.language.add(isTurkish, segment.samples.length);
      this.#steady.forget();
      this.#heardOfOpen = 0;
      this.#ahead = undefined;
    }
    if (isLive) await this.#hearOpen();
  }

  async #hearClosed(segment: SpeechSegment): Promise<HeardSegment> {
    const ahead = this.#ahead;
    return ahead !== undefined && isSame(ahead.segment, segment)
      ? ahead.heard
      : this.#hear(segment, true);
  }

  async #hearOpen(): Promise<void> {
    const { closing, open, spokenUntil } = this.segments;
    if (closing !== undefined) {
      await this.#hearAhead(closing);
      return;
    }
    if (open === undefined || spokenUntil === undefined) return;
    const heardUntil = open.start + this.#heardOfOpen / this.#sampleRate;
    // In a pause there is nothing new.
    if (spokenUntil <= heardUntil) return;
    const grown = open.samples.length - this.#heardOfOpen;
    const { seconds, share } = ANEW_AFTER;
    if (grown < Math.max(seconds * this.#sampleRate, share * this.#heardOfOpen)) return;
    this.#heardOfOpen = open.samples.length;
    const { words } = await this.#hear(open, false);
    this.tentative = this.#steady.hear(words, open.start + this.#heardOfOpen / this.#sampleRate);
  }

  /** Transcribes the open segment as it will be closed, and shows all of its words. */
  async #hearAhead(segment: SpeechSegment): Promise<void> {
    if (this.#ahead !== undefined && isSame(this.#ahead.segment, segment)) return;
    const heard = await this.#hear(segment, true);
    this.#ahead = { segment, heard };
    this.#heardOfOpen = segment.samples.length;
    this.tentative = heard.words;
  }
}

function isSame(one: SpeechSegment, other: SpeechSegment): boolean {
  return one.start === other.start && one.samples.length === other.samples.length;
}

/** Advances the recognitions of a model that transcribes whole segments, one after another. */
export async function advanceSegments(shares: readonly Share[]): Promise<void> {
  for (const { recognition, maxSeconds = Infinity, onTheWay } of shares) {
    if (!(recognition instanceof SegmentRecognition)) {
      throw new TypeError(
        "advance() takes recognitions that open() of the same transcriber returned",
      );
    }
    const isLive = onTheWay !== undefined && onTheWay.everySeconds < LIVE_REPORT_SECONDS;
    await recognition.advance(maxSeconds, isLive);
  }
}
