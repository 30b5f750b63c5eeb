import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "typebox";
import {
  checkFields,
  fileOf,
  MANIFEST_FILE,
  ModelFolderError,
  type Manifest,
} from "../model/manifest.ts";
import type { Recognition, RecognitionOptions, Share, Transcriber } from "../model/model.ts";
import { advanceSegments, SegmentRecognition } from "../segmented/segment-recognition.ts";
import { WordModel } from "../transcription/word-model.ts";
import { Fields as CtcFields, load as loadCtc } from "./ctc-transcriber.ts";
import { AttentionNetwork, SAMPLE_RATE } from "../whisper/attention-network.ts";
import { DecodingParameters, SegmentEar, type WhisperModel } from "../whisper/segment-ear.ts";
import { Tokens } from "../whisper/tokens.ts";

export const Fields = Type.Object({
  /** Seconds of silence that the network hears after each segment. */
  padding_seconds: Type.Number({ minimum: 0, maximum: 30 }),
  decoding: DecodingParameters,
  /**
   * A ctc-transcriber that decodes each segment first; its result is used if the mean confidence of all letters is at
   * least `least_mean_confidence`.
   */
  first: Type.Optional(
    Type.Object({
      ...CtcFields.properties,
      least_mean_confidence: Type.Number({ minimum: 0, maximum: 1 }),
    }),
  ),
});

/** The limit of the network is 30 s. */
const MAX_SECONDS = 28;

/**
 * Loads a network of Whisper's form (`files.encoder`, `files.decoder`), its tokens (`files.tokens`), the likelihood of
 * words (`files.words`, optional), and the small model of `first` with its files; throws ModelFolderError when model.json
 * does not describe them.
 */
export async function load(folder: string, manifest: Manifest): Promise<Transcriber> {
  const { files, rest: fields, sample_rate: sampleRate } = manifest;
  const manifestFile = join(folder, MANIFEST_FILE);
  checkFields(Fields, fields, manifestFile);
  if (sampleRate !== SAMPLE_RATE) {
    throw new ModelFolderError(
      `${manifestFile}: sample_rate is ${sampleRate}, but a network of this kind hears ${SAMPLE_RATE}`,
    );
  }
  const [encoder, decoder] = [
    fileOf(folder, manifest, "encoder"),
    fileOf(folder, manifest, "decoder"),
  ];
  const tokens = await Tokens.read(fileOf(folder, manifest, "tokens"));
  const words = await readWords(folder, files["words"]);
  const network = await AttentionNetwork.load(encoder, decoder, {
    vocabulary: tokens.size,
    paddingSeconds: fields.padding_seconds,
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.replaceAll("\n", " ") : String(error);
    const names = `${files["encoder"]}, ${files["decoder"]} and ${files["tokens"]}`;
    throw new ModelFolderError(`${manifestFile}: does not describe ${names}: ${reason}`);
  });
  const { decoding } = fields;
  const first = fields.first && {
    transcriber: await loadCtc(folder, { ...manifest, rest: fields.first }),
    minConfidence: fields.first.least_mean_confidence,
  };
  return new WhisperTranscriber({ network, tokens, words, first, decoding });
}

async function readWords(folder: string, name: string | undefined): Promise<WordModel | undefined> {
  if (name === undefined) return undefined;
  const file = join(folder, name);
  try {
    return new WordModel(await readFile(file));
  } catch (error) {
    throw new ModelFolderError(`${file}: ${(error as Error).message}`);
  }
}

class WhisperTranscriber implements Transcriber {
  readonly task = "transcription";
  readonly partials = "slower";
  readonly sampleRate = SAMPLE_RATE;
  readonly #model: WhisperModel;

  constructor(model: WhisperModel) {
    this.#model = model;
  }

  open({ preferred = [] }: Partial<RecognitionOptions> = {}): Recognition {
    const ear = new SegmentEar(this.#model, preferred);
    return new SegmentRecognition(
      { sampleRate: SAMPLE_RATE, maxSeconds: MAX_SECONDS },
      (segment, hasEnded) => ear.hear(segment, hasEnded),
    );
  }

  async advance(shares: readonly Share[]): Promise<void> {
    await advanceSegments(shares);
  }
}
