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
import { MIN_LANGUAGE_SECONDS } from "../model/language-votes.ts";
import type {
  RecognisedWord,
  Recognition,
  RecognitionOptions,
  Share,
  Transcriber,
} from "../model/model.ts";
import {
  FeatureBands,
  loadSherpa,
  type OfflineRecognizer,
  type OfflineRecognizerConfig,
  type OfflineResult,
  DEFAULT_BANDS,
} from "../runtime/sherpa.ts";
import { checkVocabulary } from "../runtime/vocabulary.ts";
import { loadSpeakerEmbeddings, SpeakerEmbeddingFields } from "../runtime/speaker-embeddings.ts";
import { loadVoiceActivity, VoiceActivityFields } from "../runtime/voice-activity.ts";
import {
  advanceSegments,
  SegmentRecognition,
  type HeardSegment,
} from "../segmented/segment-recognition.ts";
import type { Speakers } from "../segmented/speaker-groups.ts";
import type { SpeechRules } from "../segmented/speech-detector.ts";
import type { SpeechSegment } from "../segmented/speech-segments.ts";
import { timedWords } from "../segmented/timed-words.ts";

/** Turkish, or an empty string to have the model detect the language. */
type Language = "tr" | "";

interface Architecture {
  /** The longest segment that the model hears as one, in seconds. */
  readonly maxSeconds: number;
  /** Sample rate in Hz of all models of this architecture; absent if it varies, in which case the manifest states it. */
  readonly sampleRate?: number;
  /** The file whose output has an entry for each token, and whether all of its entries are tokens. */
  readonly vocabulary: { readonly of: string; readonly isWhole: boolean };
  /** Settings of the runtime for these files; without a language, the model detects it, if it can. */
  readonly settings: (
    file: (name: string) => string,
    hasWordTimes: boolean,
    language: Language,
  ) => Readonly<Record<string, unknown>>;
  /** Whether it reports the language that it has detected. */
  readonly tellsLanguage?: boolean;
}

/** The supported architectures of models, by the name that `architecture` in model.json uses. */
const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  whisper: {
    // The limit of the model is 30 s.
    maxSeconds: 28,
    sampleRate: 16_000,
    vocabulary: { of: "decoder", isWhole: false },
    tellsLanguage: true,
    settings: (file, hasWordTimes, language) => ({
      whisper: {
        encoder: file("encoder"),
        decoder: file("decoder"),
        language,
        task: "transcribe",
        tailPaddings: -1,
        enableTokenTimestamps: hasWordTimes ? 1 : 0,
      },
    }),
  },
  zipformer: {
    maxSeconds: 30,
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
    maxSeconds: 30,
    sampleRate: 16_000,
    vocabulary: { of: "model", isWhole: true },
    settings: (file) => ({ nemoCtc: { model: file("model") } }),
  },
  "omnilingual-ctc": {
    maxSeconds: 30,
    sampleRate: 16_000,
    vocabulary: { of: "model", isWhole: true },
    settings: (file) => ({ omnilingual: { model: file("model") } }),
  },
};

export const Fields = Type.Object({
  architecture: Type.Enum(Object.keys(ARCHITECTURES)),
  feature_bands: FeatureBands,
  voice_activity: Type.Optional(VoiceActivityFields),
  speaker_embeddings: Type.Optional(SpeakerEmbeddingFields),
});

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
  const hasWordTimes = capabilities.includes("word_times");
  const configFor = (language: Language): OfflineRecognizerConfig => ({
    featConfig: { sampleRate, featureDim: fields.feature_bands ?? DEFAULT_BANDS },
    modelConfig: {
      ...architecture.settings(file, hasWordTimes, language),
      tokens: file("tokens"),
      numThreads: 1,
    },
  });
  const config = configFor("tr");
  await checkVocabulary(file("tokens"), file(vocabulary.of), vocabulary.isWhole);
  const sherpa = await loadSherpa(kind);
  const speechRules = loadVoiceActivity(sherpa, folder, manifest, fields.voice_activity);
  const speakers = loadSpeakerEmbeddings(sherpa, folder, manifest, fields.speaker_embeddings);
  const recognizer = await sherpa.OfflineRecognizer.createAsync(config);
  const hasWrittenForm = capabilities.includes("written_form");
  return new OfflineTranscriber(recognizer, {
    sampleRate,
    maxSeconds: architecture.maxSeconds,
    hasWrittenForm,
    speechRules,
    speakers,
    configFor: architecture.tellsLanguage === true ? configFor : undefined,
  });
}

interface Hearing {
  readonly sampleRate: number;
  /** The longest segment that is heard as one. */
  readonly maxSeconds: number;
  /** Whether the model writes capitals and punctuation itself. */
  readonly hasWrittenForm: boolean;
  /** Returns a speech detector for one recording, if the model has one. */
  readonly speechRules: () => SpeechRules | undefined;
  /** Returns what tells the speakers of one recording apart, if the model can. */
  readonly speakers: () => Speakers | undefined;
  /** Returns the settings for Turkish or for language detection; undefined for a model that does not report the language. */
  readonly configFor: ((language: Language) => OfflineRecognizerConfig) | undefined;
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
    const { sampleRate, maxSeconds, speechRules, speakers } = this.#hearing;
    const hearing = {
      sampleRate,
      maxSeconds,
      rules: speechRules(),
      speakers: withSpeakers ? speakers() : undefined,
    };
    return new SegmentRecognition(hearing, (segment, hasEnded) => this.#hear(segment, hasEnded));
  }

  async advance(shares: readonly Share[]): Promise<void> {
    await advanceSegments(shares);
  }

  async #hear(segment: SpeechSegment, hasEnded: boolean): Promise<HeardSegment> {
    const seconds = segment.samples.length / this.sampleRate;
    const isRequested = hasEnded && seconds >= MIN_LANGUAGE_SECONDS;
    const configFor = isRequested ? this.#hearing.configFor : undefined;
    if (configFor === undefined)
      return { words: this.#wordsOf(await this.#decode(segment), segment) };
    this.#recognizer.setConfig(configFor(""));
    try {
      const heard = await this.#decode(segment);
      const isTurkish = isTurkishCode(heard.lang);
      if (isTurkish !== false) return { words: this.#wordsOf(heard, segment), isTurkish };
    } finally {
      this.#recognizer.setConfig(configFor("tr"));
    }
    // The detected language may be wrong, and Turkish was requested.
    return { words: this.#wordsOf(await this.#decode(segment), segment), isTurkish: false };
  }

  #decode({ samples }: SpeechSegment): Promise<OfflineResult> {
    const stream = this.#recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: this.sampleRate });
    return this.#recognizer.decodeAsync(stream);
  }

  #wordsOf(heard: OfflineResult, { start, samples }: SpeechSegment): readonly RecognisedWord[] {
    const { text, tokens, timestamps, ys_log_probs: logProbabilities = [] } = heard;
    const place = { start, seconds: samples.length / this.sampleRate };
    const words = timedWords({ text, tokens, timestamps, logProbabilities }, place);
    return this.#hearing.hasWrittenForm
      ? words
      : words.map(({ written: _capitals, ...word }) => word);
  }
}

/** Undefined where the model did not say. */
function isTurkishCode(language: string | undefined): boolean | undefined {
  return language === undefined || language === "" ? undefined : language === "tr";
}
