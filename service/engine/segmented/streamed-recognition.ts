import type { RecognisedWord } from "../model/model.ts";
import { SegmentedRecognition, type Hearing } from "./segmented-recognition.ts";

/** A streaming model's decoding of one segment of speech. */
export interface SegmentStream {
  accept(samples: Float32Array): void;
  /** Marks the end of the samples. */
  end(): void;
  /** Whether there is enough audio for another run of the network. */
  readonly isReady: boolean;
  /** The words decoded so far, timed from the start of the whole audio. */
  readonly words: readonly RecognisedWord[];
}

interface OpenSegment<Stream> {
  readonly stream: Stream;
  acceptedSamples: number;
}

interface EndedSegment<Stream> {
  readonly stream: Stream;
  /** End of the segment in seconds; the stream may have received more audio. */
  readonly until: number;
}

/**
 * A recognition by a streaming model. Each segment of speech has a stream of its own, which is fed while the segment is open.
 * The owner of the network calls `takeIn`, runs the network on the `ready` streams, and then calls `settleEnded`.
 */
export class StreamedRecognition<Stream extends SegmentStream> extends SegmentedRecognition {
  readonly #sampleRate: number;
  readonly #openStream: (start: number) => Stream;
  #open: OpenSegment<Stream> | undefined;
  #ended: EndedSegment<Stream>[] = [];

  constructor(hearing: Hearing, openStream: (start: number) => Stream) {
    super(hearing);
    this.#sampleRate = hearing.sampleRate;
    this.#openStream = openStream;
  }

  /** The streams that have enough audio for another run of the network. */
  get ready(): readonly Stream[] {
    const streams = [...this.#ended, ...(this.#open === undefined ? [] : [this.#open])];
    return streams.map(({ stream }) => stream).filter(({ isReady }) => isReady);
  }

  /** Feeds at most `maxSeconds` of the buffered audio to the streams. */
  takeIn(maxSeconds: number): void {
    this.part(maxSeconds);
    for (const { start, samples } of this.takeClosed()) {
      const { stream, acceptedSamples } = this.#open ?? this.#begin(start);
      stream.accept(samples.subarray(acceptedSamples));
      stream.end();
      this.#ended.push({ stream, until: start + samples.length / this.#sampleRate });
      this.#open = undefined;
    }
    const { openFrom } = this.segments;
    if (openFrom === undefined) return;
    this.#open ??= this.#begin(openFrom);
    const more = this.segments.openBehind(this.#open.acceptedSamples);
    this.#open.stream.accept(more);
    this.#open.acceptedSamples += more.length;
  }

  /** Settles the words of ended segments; with `isLive`, also updates the tentative words of the open one. */
  settleEnded(isLive: boolean): void {
    for (const { stream, until } of this.#ended.splice(0)) {
      // A word after the end comes from noise in the pause, or is decoded again by the stream of the next segment.
      this.settle(stream.words.filter(({ start }) => start < until));
    }
    if (isLive && this.#open !== undefined) this.tentative = this.#open.stream.words;
  }

  #begin(start: number): OpenSegment<Stream> {
    return { stream: this.#openStream(start), acceptedSamples: 0 };
  }
}
