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

/**
 * A recognition by a model that transcribes whole segments. A segment is settled when it ends, and transcribed repeatedly while
 * it is open.
 */
export class SegmentRecognition extends SegmentedRecognition {
  readonly #hear: HearSegment;
  readonly #sampleRate: number;
  readonly #steady = new SteadyWords();
  #heardOfOpen = 0;

  constructor(hearing: Hearing, hear: HearSegment) {
    super(hearing);
    this.#hear = hear;
    this.#sampleRate = hearing.sampleRate;
  }

  /** Decodes at most `mostSeconds` of the buffered audio; with `isLive`, the open segment too, for a partial transcript. */
  async advance(mostSeconds: number, isLive: boolean): Promise<void> {
    this.part(mostSeconds);
    for (const segment of this.takeClosed()) {
      const { words, isTurkish } = await this.#hear(segment, true);
      this.settle(words);
      this.language.add(isTurkish, segment.samples.length);
      this.#steady.forget();
      this.#heardOfOpen = 0;
    }
    if (isLive) await this.#hearOpen();
  }

  async #hearOpen(): Promise<void> {
    const { open } = this.segments;
    if (open === undefined) return;
    const grown = open.samples.length - this.#heardOfOpen;
    const { seconds, share } = ANEW_AFTER;
    if (grown < Math.max(seconds * this.#sampleRate, share * this.#heardOfOpen)) return;
    this.#heardOfOpen = open.samples.length;
    const { words } = await this.#hear(open, false);
    this.tentative = this.#steady.hear(words, open.start + this.#heardOfOpen / this.#sampleRate);
  }
}

/** Advances the recognitions of a model that transcribes whole segments, one after another. */
export async function advanceSegments(shares: readonly Share[]): Promise<void> {
  for (const { recognition, mostSeconds = Infinity, onTheWay } of shares) {
    if (!(recognition instanceof SegmentRecognition)) {
      throw new TypeError(
        "advance() takes recognitions that open() of the same transcriber returned",
      );
    }
    const isLive = onTheWay !== undefined && onTheWay.everySeconds < LIVE_REPORT_SECONDS;
    await recognition.advance(mostSeconds, isLive);
  }
}
