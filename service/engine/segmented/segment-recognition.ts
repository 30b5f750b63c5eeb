import type { RecognisedWord } from "../model/model.ts";
import { SegmentedRecognition, type Hearing } from "./segmented-recognition.ts";
import type { SpeechSegment } from "./speech-segments.ts";

/** Hears one segment of speech, which may have ended. */
export type HearSegment = (segment: SpeechSegment, hasEnded: boolean) => Promise<HeardSegment>;

export interface HeardSegment {
  readonly words: readonly RecognisedWord[];
  /** Whether it may be Turkish; undefined where that is not known. */
  readonly isTurkish?: boolean | undefined;
}

/** An open segment is heard anew when it has grown by this, at least and as a share: all of it costs five times once at most. */
const ANEW_AFTER = { seconds: 0.8, share: 0.25 };

/** A recognition by a model that hears whole segments: each is settled when it has ended, and heard anew while it goes on. */
export class SegmentRecognition extends SegmentedRecognition {
  readonly #leastAnew: number;
  #heardOfOpen = 0;

  constructor(hearing: Hearing) {
    super(hearing);
    this.#leastAnew = ANEW_AFTER.seconds * hearing.sampleRate;
  }

  /** Decodes what is buffered, `mostSeconds` of it at most; hears the open segment too where somebody waits for it. */
  async advance(hear: HearSegment, mostSeconds: number, isLive: boolean): Promise<void> {
    this.part(mostSeconds);
    for (const segment of this.takeClosed()) {
      const { words, isTurkish } = await hear(segment, true);
      this.settle(words);
      this.language.add(isTurkish, segment.samples.length);
      this.#heardOfOpen = 0;
    }
    if (isLive) await this.#hearOpen(hear);
  }

  async #hearOpen(hear: HearSegment): Promise<void> {
    const { open } = this.segments;
    if (open === undefined) return;
    const grown = open.samples.length - this.#heardOfOpen;
    const least = Math.max(this.#leastAnew, ANEW_AFTER.share * this.#heardOfOpen);
    if (grown < least) return;
    this.#heardOfOpen = open.samples.length;
    this.tentative = (await hear(open, false)).words;
  }
}
