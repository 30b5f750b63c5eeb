import { Type } from "typebox";
import { ModelFolderError } from "../model/manifest.ts";

/** The field of model.json with the number of bands of the filter bank that a recognition model was trained on. */
export const FeatureBands = Type.Optional(Type.Integer({ minimum: 16, maximum: 256 }));
export const DEFAULT_BANDS = 80;

/** The part of sherpa-onnx-node that is used here; its own package declares no types. */
export interface Sherpa {
  readonly OfflineRecognizer: {
    createAsync(config: OfflineRecognizerConfig): Promise<OfflineRecognizer>;
  };
  readonly OnlineRecognizer: new (config: OnlineRecognizerConfig) => OnlineRecognizer;
  readonly OfflineTts: { createAsync(config: OfflineTtsConfig): Promise<OfflineTts> };
  readonly SpeakerEmbeddingExtractor: new (
    config: SpeakerEmbeddingExtractorConfig,
  ) => SpeakerEmbeddingExtractor;
  readonly Vad: new (config: VadConfig, bufferSeconds: number) => Vad;
}

export interface SpeakerEmbeddingExtractorConfig {
  readonly model: string;
  readonly numThreads: number;
}

export interface SpeakerEmbeddingExtractor {
  createStream(): OnlineStream;
  /** Whether a stream has enough audio for the network. */
  isReady(stream: OnlineStream): boolean;
  compute(stream: OnlineStream, enableExternalBuffer: boolean): Float32Array;
}

export interface VadConfig {
  readonly sileroVad: {
    readonly model: string;
    readonly threshold: number;
    readonly minSpeechDuration: number;
    readonly minSilenceDuration: number;
    readonly maxSpeechDuration: number;
    readonly windowSize: number;
  };
  readonly sampleRate: number;
  readonly numThreads: number;
}

/** Detects voice activity in one window of audio at a time; keeps detected speech until `pop`. */
export interface Vad {
  acceptWaveform(samples: Float32Array): void;
  isDetected(): boolean;
  isEmpty(): boolean;
  pop(): void;
  /** Ends the current speech. */
  flush(): void;
  reset(): void;
}

/** The native addon beneath the package's recognisers; it returns results as JSON. */
interface Addon {
  decodeOfflineStreamAsync(recognizer: unknown, stream: unknown): Promise<string>;
  getOnlineStreamResultAsJson(recognizer: unknown, stream: unknown): string;
}

/** An object of the package, with the native object that it wraps. */
interface Handled {
  readonly handle: unknown;
}

interface Package {
  readonly OfflineRecognizer: {
    createAsync(
      config: OfflineRecognizerConfig,
    ): Promise<Handled & Pick<OfflineRecognizer, "createStream" | "setConfig">>;
  };
  readonly OnlineRecognizer: new (config: OnlineRecognizerConfig) => Handled & OnlineRecognizer;
  readonly OfflineTts: Sherpa["OfflineTts"];
  readonly SpeakerEmbeddingExtractor: Sherpa["SpeakerEmbeddingExtractor"];
  readonly Vad: Sherpa["Vad"];
}

export interface OfflineTtsConfig {
  readonly model: Readonly<Record<string, unknown>> & { readonly numThreads: number };
  readonly maxNumSentences: number;
}

export interface OfflineTts {
  readonly numSpeakers: number;
  readonly sampleRate: number;
  generateAsync(request: {
    readonly text: string;
    /** Number of the speaker, from 0. */
    readonly sid: number;
    readonly speed: number;
    /** Whether the samples stay in native memory, outside the JavaScript heap. */
    readonly enableExternalBuffer: boolean;
  }): Promise<{ readonly samples: Float32Array; readonly sampleRate: number }>;
}

export interface OfflineRecognizerConfig {
  readonly featConfig: { readonly sampleRate: number; readonly featureDim: number };
  readonly modelConfig: Readonly<Record<string, unknown>> & {
    readonly tokens: string;
    readonly numThreads: number;
  };
  readonly decodingMethod?: string;
}

export interface OfflineRecognizer {
  createStream(): OfflineStream;
  decodeAsync(stream: OfflineStream): Promise<OfflineResult>;
  /** Changes the settings of later decoding; the networks stay as they are. */
  setConfig(config: OfflineRecognizerConfig): void;
}

export interface OfflineStream {
  acceptWaveform(wave: { readonly samples: Float32Array; readonly sampleRate: number }): void;
}

export interface OfflineResult {
  readonly text: string;
  /** The tokens of the text; one that begins a word begins with a space, or is a space. */
  readonly tokens: readonly string[];
  /** Time of each token in seconds; empty where the model gives none. */
  readonly timestamps: readonly number[];
  /** Logarithms of the probability of each token; missing or empty where the model gives none. */
  readonly ys_log_probs?: readonly number[];
  /** Code of the detected language, for example `tr`; empty or missing unless the model was set to detect it. */
  readonly lang?: string;
}

export interface OnlineRecognizerConfig extends OfflineRecognizerConfig {
  readonly decodingMethod: "greedy_search";
}

export interface OnlineRecognizer {
  createStream(): OnlineStream;
  /** Whether a stream has enough audio for one run of the network. */
  isReady(stream: OnlineStream): boolean;
  /** Runs the network once for several streams, all of them ready. */
  decodeStreams(streams: readonly OnlineStream[]): void;
  getResult(stream: OnlineStream): OnlineResult;
}

export interface OnlineStream {
  acceptWaveform(wave: { readonly samples: Float32Array; readonly sampleRate: number }): void;
  inputFinished(): void;
}

/** The result of a stream since its creation. */
export interface OnlineResult {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly timestamps: readonly number[];
  /** Logarithms of the probability of each token; empty where the model gives none. */
  readonly ys_probs: readonly number[];
}

const PACKAGE = "sherpa-onnx-node";

/** Loads the runtime of published models; throws ModelFolderError where its package is not installed. */
export async function loadSherpa(kind: string): Promise<Sherpa> {
  try {
    const { default: sherpa } = (await import(PACKAGE)) as { readonly default: Package };
    const { default: addon } = (await import(`${PACKAGE}/addon.js`)) as { readonly default: Addon };
    const { OfflineTts, SpeakerEmbeddingExtractor, Vad } = sherpa;
    return { ...recognisersOf(sherpa, addon), OfflineTts, SpeakerEmbeddingExtractor, Vad };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    throw new ModelFolderError(
      `kind "${kind}" needs the package ${PACKAGE}, which cannot be loaded: npm install ${PACKAGE} (${reason})`,
    );
  }
}

/** Wraps the package's recognisers so that their results are parsed by `readResult`, whatever characters the tokens have. */
function recognisersOf(
  sherpa: Package,
  addon: Addon,
): Pick<Sherpa, "OfflineRecognizer" | "OnlineRecognizer"> {
  const handleOf = (of: object): unknown => (of as Handled).handle;
  return {
    OfflineRecognizer: {
      async createAsync(config) {
        const recognizer = await sherpa.OfflineRecognizer.createAsync(config);
        return {
          createStream: () => recognizer.createStream(),
          setConfig: (next) => recognizer.setConfig(next),
          async decodeAsync(stream) {
            const { handle } = recognizer;
            return readResult(await addon.decodeOfflineStreamAsync(handle, handleOf(stream)));
          },
        };
      },
    },
    OnlineRecognizer: class extends sherpa.OnlineRecognizer {
      override getResult(stream: OnlineStream): OnlineResult {
        return readResult(addon.getOnlineStreamResultAsJson(this.handle, handleOf(stream)));
      }
    },
  };
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u001f]/gu;

/**
 * Parses a result of the runtime. Its JSON escapes only quotes and backslashes, so a line break in a token appears in it
 * unescaped; control characters are read as spaces, which separate words.
 */
export function readResult<Result>(json: string): Result {
  return JSON.parse(json.replaceAll(CONTROL_CHARACTERS, " ")) as Result;
}
