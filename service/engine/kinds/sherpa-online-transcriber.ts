/** Published recognition models that hear speech while it is spoken, run by sherpa-onnx. */

import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Type } from "typebox";
import {
  checkFields,
  fileOf,
  MANIFEST_FILE,
  ModelFolderError,
  type Manifest,
} from "../model/manifest.ts";
import {
  LIVE_REPORT_SECONDS,
  type RecognisedWord,
  type Recognition,
  type RecognitionOptions,
  type Share,
  type Transcriber,
} from "../model/model.ts";
import { streamRuns } from "../model/stream-runs.ts";
import {
  FeatureBands,
  loadSherpa,
  type OnlineRecognizer,
  type OnlineStream,
  DEFAULT_BANDS,
} from "../runtime/sherpa.ts";
import { checkVocabulary } from "../runtime/vocabulary.ts";
import { loadSpeakerEmbeddings, SpeakerEmbeddingFields } from "../runtime/speaker-embeddings.ts";
import { loadVoiceActivity, VoiceActivityFields } from "../runtime/voice-activity.ts";
import type { Speakers } from "../segmented/speaker-groups.ts";
import type { SpeechRules } from "../segmented/speech-detector.ts";
import { StreamedRecognition, type SegmentStream } from "../segmented/streamed-recognition.ts";
import { timedWords } from "../segmented/timed-words.ts";

interface Architecture {
  /** Settings of the runtime for these files. */
  readonly settings: (file: (name: string) => string) => Readonly<Record<string, unknown>>;
  /** The file whose outputs are the tokens of the vocabulary. */
  readonly vocabularyOf: string;
  /** Sample rate in Hz of all models of this architecture, if they share one. */
  readonly onlyRate?: number;
  /** Silence that has to precede a segment: the output of the model lags behind its input by this much. */
  readonly leadSeconds?: number;
}

/** The supported architectures of models, by the name that `architecture` in model.json uses. */
const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  zipformer: {
    settings: (file) => ({
      transducer: {
        encoder: file("encoder"),
        decoder: file("decoder"),
        joiner: file("joiner"),
      },
    }),
    vocabularyOf: "joiner",
  },
  "zipformer-ctc": {
    settings: (file) => ({ zipformer2Ctc: { model: file("model") } }),
    vocabularyOf: "model",
  },
  "nemo-ctc": {
    settings: (file) => ({ nemoCtc: { model: file("model") } }),
    vocabularyOf: "model",
  },
  "t-one-ctc": {
    settings: (file) => ({ toneCtc: { model: file("model") } }),
    vocabularyOf: "model",
    onlyRate: 8000,
    leadSeconds: 0.3,
  },
};

export const Fields = Type.Object({
  architecture: Type.Enum(Object.keys(ARCHITECTURES)),
  feature_bands: FeatureBands,
  voice_activity: Type.Optional(VoiceActivityFields),
  speaker_embeddings: Type.Optional(SpeakerEmbeddingFields),
});
/** Speech without a pause is cut after this: the cost of a message grows with the segment. */
const MAX_SECONDS = 20;
/** Silence after a segment, so that its end fills a run of the network: the longest published runs take just over 1 s. */
const TAIL_SECONDS = 1.2;

/** Loads the networks of a checked model folder; throws ModelFolderError when the kind's own fields are wrong. */
export async function load(folder: string, manifest: Manifest): Promise<Transcriber> {
  const { rest: fields, sample_rate: sampleRate, kind } = manifest;
  const manifestFile = join(folder, MANIFEST_FILE);
  checkFields(Fields, fields, manifestFile);
  const architecture = ARCHITECTURES[fields.architecture]!;
  const { settings, vocabularyOf, onlyRate = sampleRate, leadSeconds = 0 } = architecture;
  if (sampleRate !== onlyRate) {
    throw new ModelFolderError(
      `${manifestFile}: sample_rate is ${sampleRate}, but "${fields.architecture}" hears ${onlyRate}`,
    );
  }
  const file = (name: string) => fileOf(folder, manifest, name);
  const modelConfig = { ...settings(file), tokens: file("tokens"), numThreads: 1 };
  await checkVocabulary(file("tokens"), file(vocabularyOf), true);
  const sherpa = await loadSherpa(kind);
  const speechRules = loadVoiceActivity(sherpa, folder, manifest, fields.voice_activity);
  const speakers = loadSpeakerEmbeddings(sherpa, folder, manifest, fields.speaker_embeddings);
  const recognizer = new sherpa.OnlineRecognizer({
    featConfig: { sampleRate, featureDim: fields.feature_bands ?? DEFAULT_BANDS },
    modelConfig,
    // With greedy search, letters that were output never change.
    decodingMethod: "greedy_search",
  });
  const hasWrittenForm = manifest.capabilities?.includes("written_form") ?? false;
  const hearing = { sampleRate, leadSeconds, hasWrittenForm, speechRules, speakers };
  return new OnlineTranscriber(recognizer, hearing);
}

interface Hearing {
  readonly sampleRate: number;
  readonly leadSeconds: number;
  /** Whether the model writes capitals and punctuation itself. */
  readonly hasWrittenForm: boolean;
  /** Returns a speech detector for one recording, if the model has one. */
  readonly speechRules: () => SpeechRules | undefined;
  /** Returns what tells the speakers of one recording apart, if the model can. */
  readonly speakers: () => Speakers | undefined;
}

class OnlineTranscriber implements Transcriber {
  readonly task = "transcription";
  readonly partials = "steady";
  readonly sampleRate: number;
  readonly #recognizer: OnlineRecognizer;
  readonly #hearing: Hearing;

  constructor(recognizer: OnlineRecognizer, hearing: Hearing) {
    this.#recognizer = recognizer;
    this.sampleRate = hearing.sampleRate;
    this.#hearing = hearing;
  }

  open({ withSpeakers = false }: Partial<RecognitionOptions> = {}): Recognition {
    const { sampleRate, leadSeconds, hasWrittenForm, speechRules, speakers } = this.#hearing;
    const hearing = {
      sampleRate,
      maxSeconds: MAX_SECONDS,
      rules: speechRules(),
      speakers: withSpeakers ? speakers() : undefined,
    };
    return new OnlineRecognition(hearing, (start) => {
      const writing = { start, sampleRate, leadSeconds, hasWrittenForm };
      return new OnlineSegment(this.#recognizer, writing);
    });
  }

  async advance(shares: readonly Share[]): Promise<void> {
    const recognitions = shares.map(({ recognition }) => ownRecognition(recognition));
    for (const [at, { maxSeconds = Infinity }] of shares.entries()) {
      recognitions[at]!.takeIn(maxSeconds);
    }
    // Each that is ready gets one run before any gets its next.
    for (;;) {
      const ready = recognitions.flatMap((recognition) => recognition.ready);
      if (ready.length === 0) break;
      for (const part of streamRuns(ready)) {
        this.#recognizer.decodeStreams(part.map(({ stream }) => stream));
        // A run blocks this process: this reads the messages that arrived meanwhile.
        await nextTurn();
      }
    }
    for (const [at, { onTheWay }] of shares.entries()) {
      const isLive = onTheWay !== undefined && onTheWay.everySeconds < LIVE_REPORT_SECONDS;
      recognitions[at]!.settleEnded(isLive);
    }
  }
}

class OnlineRecognition extends StreamedRecognition<OnlineSegment> {}

class OnlineSegment implements SegmentStream {
  readonly stream: OnlineStream;
  readonly #recognizer: OnlineRecognizer;
  readonly #start: number;
  readonly #sampleRate: number;
  readonly #leadSeconds: number;
  readonly #hasWrittenForm: boolean;
  #accepted = 0;

  constructor(
    recognizer: OnlineRecognizer,
    of: { readonly start: number } & Pick<Hearing, "sampleRate" | "leadSeconds" | "hasWrittenForm">,
  ) {
    this.#recognizer = recognizer;
    this.#start = of.start;
    this.#sampleRate = of.sampleRate;
    this.#leadSeconds = of.leadSeconds;
    this.#hasWrittenForm = of.hasWrittenForm;
    this.stream = recognizer.createStream();
    if (of.leadSeconds > 0) this.#hear(this.#silence(of.leadSeconds));
  }

  get isReady(): boolean {
    return this.#recognizer.isReady(this.stream);
  }

  get words(): readonly RecognisedWord[] {
    const { text, tokens, timestamps, ys_probs } = this.#recognizer.getResult(this.stream);
    const heard = {
      text,
      tokens,
      timestamps: timestamps.map((seconds) => Math.max(0, seconds - this.#leadSeconds)),
      logProbabilities: ys_probs,
    };
    const segment = { start: this.#start, seconds: this.#accepted / this.#sampleRate };
    const words = timedWords(heard, segment);
    return this.#hasWrittenForm ? words : words.map(({ written: _capitals, ...word }) => word);
  }

  accept(samples: Float32Array): void {
    this.#hear(samples);
    this.#accepted += samples.length;
  }

  end(): void {
    this.#hear(this.#silence(TAIL_SECONDS));
    this.stream.inputFinished();
  }

  #hear(samples: Float32Array): void {
    if (samples.length === 0) return;
    this.stream.acceptWaveform({ samples, sampleRate: this.#sampleRate });
  }

  #silence(seconds: number): Float32Array {
    return new Float32Array(Math.round(seconds * this.#sampleRate));
  }
}

function ownRecognition(recognition: Recognition): OnlineRecognition {
  if (recognition instanceof OnlineRecognition) return recognition;
  throw new TypeError("advance() takes recognitions that open() of the same transcriber returned");
}
