/**
 * What the rest of the service knows of a model, whatever its kind.
 *
 * A model lives in its own process; one file per kind in `kinds/` implements one of these interfaces.
 * Nothing here speaks of frames, letters or voice vectors, so a kind that runs a published model fits as well.
 */

/** A word as it was heard, with its place in the audio. */
export interface RecognisedWord {
  readonly text: string;
  /** Seconds from the start of the audio. */
  readonly start: number;
  /** Seconds from the start of the audio. */
  readonly end: number;
  /** Probability the model gives the word, 0 to 1. */
  readonly confidence: number;
}

/** The state of one running recognition: a file or a live stream. */
export interface Recognition {
  /** Buffers mono samples in [-1, 1] at the model's sample rate. */
  accept(samples: Float32Array): void;
  /** Says that no samples follow; the next `advance` decodes to the end. */
  end(): void;
  /** The best hypothesis for everything decoded so far; later words may still change. */
  readonly words: readonly RecognisedWord[];
  /** How many of `words`, from the first on, can no longer change. */
  readonly settledWords: number;
  /** Seconds of audio decoded so far. */
  readonly decodedSeconds: number;
}

export interface Transcriber {
  readonly task: "transcription";
  /** Samples per second that `accept` takes. */
  readonly sampleRate: number;
  open(): Recognition;
  /** Decodes what the recognitions have buffered, several in one run of the network. */
  advance(recognitions: readonly Recognition[]): Promise<void>;
}

export interface SynthesisRequest {
  /** Speakable text: words and punctuation, with nothing left to expand. */
  readonly text: string;
  /** One of `voices`. */
  readonly voice: string;
  /** Pace relative to the voice's own, 0.25 to 4. */
  readonly speed: number;
}

export interface Synthesizer {
  readonly task: "synthesis";
  /** Samples per second of what `synthesize` yields. */
  readonly sampleRate: number;
  readonly voices: readonly string[];
  /** Yields mono samples in [-1, 1], piece by piece as they are made. */
  synthesize(request: SynthesisRequest): AsyncIterable<Float32Array>;
}

export type Model = Transcriber | Synthesizer;
