/** Published recognition models that hear a whole segment at a time, run by sherpa-onnx. */

import { join } from "node:path";
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
  type Recognition,
  type RecognitionOptions,
  type Share,
  type Transcriber,
} from "../model/model.ts";
import { loadSherpa, type OfflineRecognizer } from "../runtime/sherpa.ts";
import { checkVocabulary } from "../runtime/vocabulary.ts";
import { loadSpeakerEmbeddings, SpeakerEmbeddingFields } from "../runtime/speaker-embeddings.ts";
import { loadVoiceActivity, VoiceActivityFields } from "../runtime/voice-activity.ts";
import { SegmentRecognition } from "../segmented/segment-recognition.ts";
import type { Speakers } from "../segmented/speaker-groups.ts";
import type { SpeechRules } from "../segmented/speech-detector.ts";
import type { SpeechSegment } from "../segmented/speech-segments.ts";
import { timedWords } from "../segmented/timed-words.ts";

interface Architecture {
  /** The longest segment that the model hears as one, in seconds. */
  readonly mostSeconds: number;
  /** Samples per second that all of them hear; absent where the files do not say, and the manifest is believed. */
  readonly sampleRate?: number;
  /** The file whose output has a number for each token, and whether every number is one. */
  readonly vocabulary: { readonly of: string; readonly isWhole: boolean };
  /** The runtime's own settings for these files. */
  readonly settings: (
    file: (name: string) => string,
    hasWordTimes: boolean,
  ) => Readonly<Record<string, unknown>>;
}

/** What a published model may be, by the name that `architecture` in model.json uses. */
const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  whisper: {
    // It takes 30 s and no more.
    mostSeconds: 28,
    sampleRate: 16_000,
    vocabulary: { of: "decoder", isWhole: false },
    settings: (file, hasWordTimes) => ({
      whisper: {
        encoder: file("encoder"),
        decoder: file("decoder"),
        language: "tr",
        task: "transcribe",
        tailPaddings: -1,
        enableTokenTimestamps: hasWordTimes ? 1 : 0,
      },
    }),
  },
  zipformer: {
    mostSeconds: 30,
    vocabulary: { of: "joiner", isWhole: true },
    settings: (file) => ({
      transducer: {
        encoder: file("encoder"),
        decoder: file("decoder"),
        joiner: file("joiner"),
      },
    }),
  },
  "nemo-ctc": {
    mostSeconds: 30,
    sampleRate: 16_000,
    vocabulary: { of: "model", isWhole: true },
    settings: (file) => ({ nemoCtc: { model: file("model") } }),
  },
  "omnilingual-ctc": {
    mostSeconds: 30,
    sampleRate: 16_000,
    vocabulary: { of: "model", isWhole: true },
    settings: (file) => ({ omnilingual: { model: file("model") } }),
  },
};

export const Fields = Type.Object({
  architecture: Type.Enum(Object.keys(ARCHITECTURES)),
  /** Bands of the filter bank that the model was trained on. */
  feature_bands: Type.Optional(Type.Integer({ minimum: 16, maximum: 256 })),
  voice_activity: Type.Optional(VoiceActivityFields),
  speaker_embeddings: Type.Optional(SpeakerEmbeddingFields),
});
const USUAL_BANDS = 80;

/** Loads the networks of a checked model folder; throws ModelFolderError when the kind's own fields are wrong. */
export async function load(folder: string, manifest: Manifest): Promise<Transcriber> {
  const { rest: fields, sample_rate: sampleRate, kind } = manifest;
  const manifestFile = join(folder, MANIFEST_FILE);
  checkFields(Fields, fields, manifestFile);
  const architecture = ARCHITECTURES[fields.architecture]!;
  const file = (name: string) => fileOf(folder, manifest, name);
  const { sampleRate: rate = sampleRate, vocabulary } = architecture;
  if (sampleRate !== rate) {
    throw new ModelFolderError(
      `${manifestFile}: sample_rate is ${sampleRate}, but ${fields.architecture} models hear ${rate}`,
    );
  }
  const { capabilities = [] } = manifest;
  const settings = architecture.settings(file, capabilities.includes("word_times"));
  const modelConfig = { ...settings, tokens: file("tokens"), numThreads: 1 };
  await checkVocabulary(file("tokens"), file(vocabulary.of), vocabulary.isWhole);
  const sherpa = await loadSherpa(kind);
  const speechRules = loadVoiceActivity(sherpa, folder, manifest, fields.voice_activity);
  const speakers = loadSpeakerEmbeddings(sherpa, folder, manifest, fields.speaker_embeddings);
  const recognizer = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate, featureDim: fields.feature_bands ?? USUAL_BANDS },
    modelConfig,
  });
  const hasWrittenForm = capabilities.includes("written_form");
  return new OfflineTranscriber(recognizer, {
    sampleRate,
    mostSeconds: architecture.mostSeconds,
    hasWrittenForm,
    speechRules,
    speakers,
  });
}

interface Hearing {
  readonly sampleRate: number;
  /** The longest segment that is heard as one. */
  readonly mostSeconds: number;
  /** Whether the model writes capitals and marks itself. */
  readonly hasWrittenForm: boolean;
  /** What finds the speech of one more recording. */
  readonly speechRules: () => SpeechRules | undefined;
  /** What tells its speakers apart, of a model that can. */
  readonly speakers: () => Speakers | undefined;
}

class OfflineTranscriber implements Transcriber {
  readonly task = "transcription";
  readonly partials = "slower";
  readonly sampleRate: number;
  readonly #recognizer: OfflineRecognizer;
  readonly #hearing: Hearing;

  constructor(recognizer: OfflineRecognizer, hearing: Hearing) {
    this.#recognizer = recognizer;
    this.sampleRate = hearing.sampleRate;
    this.#hearing = hearing;
  }

  open({ withSpeakers = false }: Partial<RecognitionOptions> = {}): Recognition {
    const { sampleRate, mostSeconds, speechRules, speakers } = this.#hearing;
    return new SegmentRecognition({
      sampleRate,
      mostSeconds,
      rules: speechRules(),
      speakers: withSpeakers ? speakers() : undefined,
    });
  }

  async advance(shares: readonly Share[]): Promise<void> {
    for (const { recognition, mostSeconds = Infinity, onTheWay } of shares) {
      if (!(recognition instanceof SegmentRecognition)) {
        throw new TypeError(
          "advance() takes recognitions that open() of the same transcriber returned",
        );
      }
      const isLive = onTheWay !== undefined && onTheWay.everySeconds < LIVE_REPORT_SECONDS;
      await recognition.advance((segment) => this.#hear(segment), mostSeconds, isLive);
    }
  }

  async #hear({ start, samples }: SpeechSegment) {
    const stream = this.#recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: this.sampleRate });
    const { text, tokens, timestamps, ys_log_probs } = await this.#recognizer.decodeAsync(stream);
    const heard = { text, tokens, timestamps, logProbabilities: ys_log_probs ?? [] };
    const words = timedWords(heard, { start, seconds: samples.length / this.sampleRate });
    return this.#hearing.hasWrittenForm
      ? words
      : words.map(({ written: _capitals, ...word }) => word);
  }
}
