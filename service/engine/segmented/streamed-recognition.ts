import type { RecognisedWord } from "../model/model.ts";
import { SegmentedRecognition, type Hearing } from "./segmented-recognition.ts";

/** One segment of speech as a streaming model hears it. */
export interface SegmentStream {
  accept(samples: Float32Array): void;
  /** Says that no samples follow. */
  end(): void;
  /** Whether there is enough for another run of the network. */
  readonly isReady: boolean;
  /** What the runs so far have heard, with its place in the whole audio. */
  readonly words: readonly RecognisedWord[];
}

interface OpenSegment<Stream> {
  readonly stream: Stream;
  acceptedSamples: number;
}

interface EndedSegment<Stream> {
  readonly stream: Stream;
  /** Where it ends, in seconds; it may have heard more. */
  readonly until: number;
}

/**
 * A recognition by a streaming model: each segment of speech is a stream of its own, which hears it while it goes on. Whoever has the
 * network takes in what is buffered, runs the network while streams are ready, and then settles what was heard.
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

  /** The streams that have enough for another run of the network. */
  get ready(): readonly Stream[] {
    const streams = [...this.#ended, ...(this.#open === undefined ? [] : [this.#open])];
    return streams.map(({ stream }) => stream).filter(({ isReady }) => isReady);
  }

  /** Takes in what is buffered, `mostSeconds` of it at most. */
  takeIn(mostSeconds: number): void {
    this.part(mostSeconds);
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

  /** Settles the words of segments that have ended; tells those of the open one where somebody waits for them. */
  settleEnded(isLive: boolean): void {
    for (const { stream, until } of this.#ended.splice(0)) {
      // What lies behind the end was not silent, or is heard again by the stream of the next segment.
      this.settle(stream.words.filter(({ start }) => start < until));
    }
    if (isLive && this.#open !== undefined) this.tentative = this.#open.stream.words;
  }

  #begin(start: number): OpenSegment<Stream> {
    return { stream: this.#openStream(start), acceptedSamples: 0 };
  }
}
