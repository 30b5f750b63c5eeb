/** The bundled synthesizer: phonemes by rule, a small acoustic network, and a vocoder of pulses and noise. */

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
  AGES,
  GENDERS,
  NEUTRAL_MANNER,
  type SpanManner,
  type SpokenWord,
  type Synthesizer,
  type SynthesisRequest,
  type VoiceSpace,
} from "../model/model.ts";
import { AcousticModel } from "../synthesis/acoustic-model.ts";
import {
  changeBySpans,
  cutsOf,
  PauseReader,
  silence,
  speedsOf,
  symbolSpans,
} from "../synthesis/delivery.ts";
import { level, Levelling } from "../synthesis/levelling.ts";
import { type FrameChange, frameChange } from "../synthesis/manner.ts";
import { phrases, SYMBOLS } from "../synthesis/phrase.ts";
import { Placement } from "../synthesis/placement.ts";
import { SpeakerEncoder, SpeakerFieldsSchema } from "../synthesis/speaker-encoder.ts";
import {
  logPitchOf,
  pointOf,
  VECTOR_NUMBERS,
  voiceOf,
  type PlacedVoice,
} from "../synthesis/speakers.ts";
import { Vocoder } from "../synthesis/vocoder.ts";
import { weightedMelody, weightedSpeeds, wordWeights } from "../synthesis/word-weights.ts";

export const Fields = Type.Object({
  /** Parameters that the network of `files.speaker` was trained with; both are left out where voices are fixed. */
  speaker: Type.Optional(SpeakerFieldsSchema),
  /** The phonemes and marks that the network was trained on, in their order. */
  symbols: Type.Array(Type.String()),
  /** 10 ms cells on each side that the decoder looks at. */
  decoder_context_cells: Type.Integer({ minimum: 0, maximum: 1000 }),
  voices: Type.Record(
    Type.String({ pattern: "^[a-z]+$" }),
    Type.Object({
      gender: Type.Enum(GENDERS),
      age: Type.Enum(AGES),
      /**
       * A point in the voice space: pitch, range, pace, dimensions without a name, and the logarithm of the vocal tract's
       * length (0 if it is missing).
       */
      vector: Type.Array(Type.Number(), { minItems: VECTOR_NUMBERS, maxItems: VECTOR_NUMBERS + 1 }),
    }),
    { minProperties: 1 },
  ),
});

/** The seed of requests without one: that of the voice's own way of speaking. */
const OWN_SEED = 0;

/** The teacher model stops with its last sound, but listeners and recognition need a pause after it. */
const SILENCE_AFTER_SENTENCE_SECONDS = 0.25;

/** Loads the networks of a checked model folder; throws ModelFolderError when the kind's own fields are wrong. */
export async function load(folder: string, manifest: Manifest): Promise<Synthesizer> {
  const { files, rest: fields, sample_rate: sampleRate } = manifest;
  const manifestFile = join(folder, MANIFEST_FILE);
  const file = (name: string) => fileOf(folder, manifest, name);
  checkFields(Fields, fields, manifestFile);
  checkSymbols(fields.symbols, manifestFile);
  if (files["speaker"] !== undefined && fields.speaker === undefined) {
    throw new ModelFolderError(`${manifestFile}: speaker is missing`);
  }
  const acoustics = await AcousticModel.load(
    file("encoder"),
    file("decoder"),
    fields.decoder_context_cells,
  );
  const voices = Object.entries(fields.voices).map(([name, { vector, gender, age }]) => ({
    name,
    gender,
    age,
    pitchHz: Math.round(Math.exp(logPitchOf(vector))),
    point: pointOf(vector),
  }));
  const voiceSpace =
    fields.speaker &&
    new Placement(await SpeakerEncoder.load(file("speaker"), fields.speaker), acoustics);
  const synthesizer = new HarmonicNoiseSynthesizer(sampleRate, acoustics, voices, voiceSpace);
  await synthesizer.levelVoices();
  return synthesizer;
}

function checkSymbols(symbols: readonly string[], manifestFile: string): void {
  const different = SYMBOLS.findIndex((symbol, at) => symbols[at] !== symbol);
  if (different < 0 && symbols.length === SYMBOLS.length) return;
  throw new ModelFolderError(
    `${manifestFile}: symbols differs from the ${SYMBOLS.length} this program writes (at ${different})`,
  );
}

class HarmonicNoiseSynthesizer implements Synthesizer {
  readonly task = "synthesis";
  readonly sampleRate: number;
  readonly voices: readonly PlacedVoice[];
  readonly voiceSpace: VoiceSpace | undefined;
  readonly #acoustics: AcousticModel;
  readonly #levelling: Levelling;

  constructor(
    sampleRate: number,
    acoustics: AcousticModel,
    voices: readonly PlacedVoice[],
    voiceSpace: VoiceSpace | undefined,
  ) {
    this.sampleRate = sampleRate;
    this.voices = voices;
    this.voiceSpace = voiceSpace;
    this.#acoustics = acoustics;
    this.#levelling = new Levelling(acoustics);
  }

  async *synthesize(
    request: SynthesisRequest,
    spoken?: (word: SpokenWord) => void,
  ): AsyncGenerator<Float32Array> {
    const { voice, changeOf, speed, gain } = await this.#deliver(request);
    const { text, pronounced, pauses, spans, seed = OWN_SEED } = request;
    const rests = new PauseReader(pauses);
    const vocoder = new Vocoder(this.sampleRate);
    let samples = 0;
    const counted = (piece: Float32Array) => {
      samples += piece.length;
      return piece;
    };
    /** The silence that usually follows the phrase before, and when its last word ended. */
    let pauseSeconds = 0;
    let wordEndSeconds = 0;
    const silent = (restSeconds: number | undefined) =>
      silence(
        restSeconds === undefined
          ? pauseSeconds
          : wordEndSeconds + restSeconds - samples / this.sampleRate,
        this.sampleRate,
      );
    for (const phrase of phrases(text, pronounced, cutsOf(pauses))) {
      const rest = rests.takeBefore(phrase.words[0]?.start ?? 0);
      for (const piece of silent(rest)) yield counted(piece);
      const beginSeconds = samples / this.sampleRate;
      const own = symbolSpans(phrase, spans);
      const weights = wordWeights(phrase, voice.vector, seed);
      let change = changeOf(undefined);
      let weigh: FrameChange = () => {};
      const laidOut = (edges: readonly number[]) => {
        change = changeBySpans(own, edges, changeOf);
        weigh = weightedMelody(phrase, weights, edges, logPitchOf(voice.vector));
        for (const { start, end, firstSymbol, endSymbol } of phrase.words) {
          const startSeconds = beginSeconds + edges[firstSymbol]!;
          wordEndSeconds = beginSeconds + edges[endSymbol]!;
          spoken?.({ start, end, startSeconds, endSeconds: wordEndSeconds });
        }
      };
      const speeds = speedsOf(phrase.symbols.length, own, speed);
      const weighted = weightedSpeeds(speeds, phrase, weights);
      for await (const frames of this.#acoustics.frames(phrase, voice.vector, weighted, {
        laidOut,
      })) {
        weigh(frames);
        change(frames);
        yield counted(level(vocoder.accept(frames), gain));
      }
      yield counted(level(vocoder.end(), gain));
      pauseSeconds = SILENCE_AFTER_SENTENCE_SECONDS / speed;
    }
    for (const piece of silent(rests.takeBefore(Infinity))) yield counted(piece);
  }

  /** Computes the level of every built-in voice, so that no first request has to wait for it. */
  async levelVoices(): Promise<void> {
    for (const { name } of this.voices) {
      const speaker = { kind: "built-in", name } as const;
      await this.#deliver({ speaker, manner: NEUTRAL_MANNER, speed: 1 });
    }
  }

  async #deliver(request: Pick<SynthesisRequest, "speaker" | "manner" | "speed">) {
    const voice = voiceOf(request.speaker, this.voices);
    const { paceFactor, ...manner } = request.manner;
    const change = frameChange(manner, voice);
    const speed = request.speed * paceFactor;
    const key = JSON.stringify([request.speaker, manner, speed]);
    const gain = await this.#levelling.gain(voice.vector, change, speed, key);
    const changeOf = (own: SpanManner | undefined) =>
      own === undefined
        ? change
        : frameChange(
            {
              ...manner,
              pitchSemitones: manner.pitchSemitones + own.pitchSemitones,
              rangeFactor: manner.rangeFactor * own.rangeFactor,
            },
            voice,
          );
    return { voice, changeOf, speed, gain };
  }
}
