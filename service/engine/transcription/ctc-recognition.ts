import type { Recognition, RecognitionOptions, RecognisedWord } from "../model/model.ts";
import type { Spelling } from "./beam-search.ts";
import { CtcDecoder, type HeardAudio, type StepTiming } from "./ctc-decoder.ts";
import type { NetworkShape } from "./ctc-network.ts";
import { LogMelStream, type LogMelExtractor } from "../signal/log-mel-stream.ts";
import { QuietRuns } from "./quiet-runs.ts";
import { SpeechEvidence } from "./speech-evidence.ts";
import { languageEvidence, mayBeTurkish } from "./spoken-language.ts";
import { WordEdges } from "./word-edges.ts";

/** Parts of a model that all its recognitions share. */
export interface CtcModel {
  /** Samples per second. */
  readonly sampleRate: number;
  readonly shape: NetworkShape;
  readonly timing: StepTiming;
  readonly extractor: LogMelExtractor;
  readonly spelling: Spelling;
}

/** The recognition of one file or live stream by a streaming CTC network; the owner of the network feeds and advances it. */
export class CtcRecognition implements Recognition {
  readonly #model: CtcModel;
  readonly #features: LogMelStream;
  readonly #decoder: CtcDecoder;
  readonly #evidence: SpeechEvidence;
  readonly #quiet: QuietRuns;
  readonly #state: Float32Array;
  #fedSteps = 0;
  #ended = false;

  constructor(model: CtcModel, { preferred }: RecognitionOptions = { preferred: [] }) {
    this.#model = model;
    this.#features = new LogMelStream(model.extractor);
    this.#quiet = new QuietRuns(model.sampleRate);
    const aheadSeconds = model.shape.rightContextSteps * model.timing.stepSeconds;
    const audio: HeardAudio = {
      isSpeech: (word) => this.#evidence.allows(word),
      edges: new WordEdges(this.#quiet, aheadSeconds),
    };
    this.#decoder = new CtcDecoder(model.spelling, model.timing, audio, preferred);
    this.#evidence = new SpeechEvidence({
      ...model.shape,
      sampleRate: model.sampleRate,
      samplesPerStep: model.timing.stepSeconds * model.sampleRate,
      silence: model.extractor.silence,
      natsPerUnit: model.extractor.parameters.deviation,
    });
    this.#state = new Float32Array(model.shape.stateSize);
  }

  get words(): readonly RecognisedWord[] {
    return this.#decoder.words;
  }

  get settledWords(): number {
    return this.#decoder.settledWords;
  }

  get nextWordFrom(): number {
    return this.#decoder.nextWordFrom;
  }

  get decodedSeconds(): number {
    const steps = Math.max(0, this.#fedSteps - this.#model.shape.rightContextSteps);
    return Math.min(
      steps * this.#model.timing.stepSeconds,
      this.#features.accepted / this.#model.sampleRate,
    );
  }

  get isTurkish(): boolean | undefined {
    const settled = this.words.slice(0, this.settledWords);
    return mayBeTurkish(languageEvidence(settled, this.#model.spelling));
  }

  /** Steps fed to the network since the stream began. */
  get fedSteps(): number {
    return this.#fedSteps;
  }

  /** The network's state for this stream. */
  get state(): Float32Array {
    return this.#state;
  }

  /** Steps that can be fed now; after the end, all that remain, with silence for the right context. */
  get readySteps(): number {
    if (!this.#ended) return Math.floor(this.#features.available / this.#model.shape.framesPerStep);
    return this.#audioSteps === 0
      ? 0
      : this.#audioSteps + this.#model.shape.rightContextSteps - this.#fedSteps;
  }

  accept(samples: Float32Array): void {
    if (this.#ended)
      throw new Error("accept() after end(): a recognition that was ended takes no more audio");
    this.#features.accept(samples);
  }

  end(): void {
    this.#ended = true;
    this.#features.end();
  }

  /** Writes the features of the next `steps` steps into `features` from `at` on. */
  takeFeatures(steps: number, features: Float32Array, at: number): void {
    const frames = steps * this.#model.shape.framesPerStep;
    const audio = this.#features.audioOf(frames);
    this.#evidence.accept(audio);
    this.#quiet.accept(audio);
    this.#features.take(frames, features, at);
    this.#evidence.acceptFeatures(features, at, steps);
  }

  /** Takes the log-probabilities of `steps` steps from `logProbs[at]` on, and copies the network's new state. */
  take(steps: number, logProbs: Float32Array, at: number, state: Float32Array): void {
    const lag = this.#model.shape.rightContextSteps;
    const skipped = Math.min(steps, Math.max(0, lag - this.#fedSteps));
    this.#decoder.push(
      logProbs,
      at + skipped * this.#model.spelling.tokens.length,
      steps - skipped,
    );
    this.#fedSteps += steps;
    this.#state.set(state);
    if (this.#ended && this.readySteps === 0) this.#decoder.end();
  }

  get #audioSteps(): number {
    return Math.ceil(this.#features.total / this.#model.shape.framesPerStep);
  }
}
