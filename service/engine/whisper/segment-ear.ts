import { Type, type Static } from "typebox";
import { MIN_LANGUAGE_SECONDS } from "../model/language-votes.ts";
import { wordLater, type RecognisedWord, type Transcriber } from "../model/model.ts";
import type { HeardSegment } from "../segmented/segment-recognition.ts";
import type { SpeechSegment } from "../segmented/speech-segments.ts";
import { timedWords } from "../segmented/timed-words.ts";
import { type AttentionNetwork, freeLayers, SAMPLE_RATE } from "./attention-network.ts";
import { findText, type FoundText, type FoundToken } from "./text-search.ts";
import { textOf, type Tokens } from "./tokens.ts";
import { type WordLikelihood, WordScore } from "./word-score.ts";
import { tokenFrames } from "./word-timing.ts";

export const DecodingParameters = Type.Object({
  /** Beam width for a segment that has ended, and for one that is still open. */
  beam: Type.Integer({ minimum: 1, maximum: 16 }),
  live_beam: Type.Integer({ minimum: 1, maximum: 16 }),
  /** Weight of the logarithm of a word's probability, and bonus for each word, in nats. */
  word_weight: Type.Number({ minimum: 0, maximum: 4 }),
  word_bonus: Type.Number({ minimum: -10, maximum: 10 }),
  /**
   * A segment is not speech if the probability of silence is higher than this, and that of the text lower than this, in nats
   * per token.
   */
  no_speech: Type.Number({ minimum: 0, maximum: 1 }),
  least_nats_per_token: Type.Number({ minimum: -20, maximum: 0 }),
  /** Exponent of a word's probability that calibrates its confidence to the share of words that are right. */
  confidence_power: Type.Number({ exclusiveMinimum: 0, maximum: 4 }),
});

/** Parts of a model that all its recognitions share. */
export interface WhisperModel {
  readonly network: AttentionNetwork;
  readonly tokens: Tokens;
  readonly words: WordLikelihood | undefined;
  /** A small model that is tried first; undefined without one. */
  readonly first: FirstEar | undefined;
  readonly decoding: Static<typeof DecodingParameters>;
}

/** A small model that is right where its confidence is high: for the voices that it was trained on. */
export interface FirstEar {
  readonly transcriber: Transcriber;
  /** Its result is used from this confidence on, the mean over all letters. */
  readonly minConfidence: number;
}

/** Frames of the encoder in a second. */
const FRAMES_PER_SECOND = 50;
/** Maximum number of tokens: nobody speaks more than `perSecond`; `more` are added for short segments. */
const TOKENS = { perSecond: 12, more: 16, max: 440 };
/** A small model that is this much below `minConfidence` after its first seconds of a segment does not hear the rest. */
const FIRST_LOOK = { seconds: 2, below: 0.1 };
/** Speech is taken for another language if Turkish has less than this share of the probability of all languages. */
const MIN_TURKISH = 0.2;

/** Transcribes whole segments of speech: finds their text, then aligns its words with the audio. */
export class SegmentEar {
  readonly #model: WhisperModel;
  readonly #words: WordScore;
  readonly #preferred: readonly string[];
  /** Start of the segment of whose first seconds the small model was not sure; it does not hear them again as it grows. */
  #unsureFrom: number | undefined;

  constructor(model: WhisperModel, preferred: readonly string[]) {
    const { word_weight: weight, word_bonus: bonus } = model.decoding;
    this.#model = model;
    this.#words = new WordScore(model.words, { weight, bonus }, preferred);
    this.#preferred = preferred;
  }

  async hear(segment: SpeechSegment, hasEnded: boolean): Promise<HeardSegment> {
    return (await this.#hearFirst(segment)) ?? (await this.#hearWhole(segment, hasEnded));
  }

  async #hearFirst({ start, samples }: SpeechSegment): Promise<HeardSegment | undefined> {
    const { first } = this.#model;
    if (first === undefined || start === this.#unsureFrom) return undefined;
    const { transcriber, minConfidence } = first;
    const recognition = transcriber.open({ preferred: this.#preferred });
    const look = FIRST_LOOK.seconds * SAMPLE_RATE;
    if (samples.length > look) {
      recognition.accept(samples.subarray(0, look));
      await transcriber.advance([{ recognition }]);
      if (meanConfidence(recognition.words) < minConfidence - FIRST_LOOK.below) {
        this.#unsureFrom = start;
        return undefined;
      }
    }
    recognition.accept(samples.length > look ? samples.subarray(look) : samples);
    recognition.end();
    await transcriber.advance([{ recognition }]);
    const { words, isTurkish } = recognition;
    if (meanConfidence(words) < minConfidence) return undefined;
    return { words: words.map((word) => wordLater(word, start)), isTurkish };
  }

  async #hearWhole({ start, samples }: SpeechSegment, hasEnded: boolean): Promise<HeardSegment> {
    const { network, tokens, decoding } = this.#model;
    const seconds = samples.length / SAMPLE_RATE;
    const audio = await network.encode(samples);
    const { max, perSecond, more } = TOKENS;
    const found = await findText(network, audio, tokens, this.#words, {
      beam: hasEnded ? decoding.beam : decoding.live_beam,
      maxTokens: Math.min(max, Math.ceil(perSecond * seconds + more)),
    });
    freeLayers(audio);
    const isTurkish = seconds < MIN_LANGUAGE_SECONDS ? undefined : found.turkish >= MIN_TURKISH;
    if (this.#isSilence(found)) return { words: [], isTurkish };
    return { words: this.#wordsOf(found.tokens, { start, seconds }), isTurkish };
  }

  #isSilence({ noSpeech, tokens }: FoundText): boolean {
    const { no_speech, least_nats_per_token } = this.#model.decoding;
    const sum = tokens.reduce((total, { logProbability }) => total + logProbability, 0);
    return noSpeech > no_speech && sum < least_nats_per_token * tokens.length;
  }

  #wordsOf(
    found: readonly FoundToken[],
    place: { readonly start: number; readonly seconds: number },
  ): readonly RecognisedWord[] {
    const pieces = found.map(({ token }) => this.#model.tokens.pieces[token]!);
    const attention = found.map((token) => token.attention);
    const frames = tokenFrames(attention, Math.ceil(place.seconds * FRAMES_PER_SECOND));
    const heard = {
      text: textOf(pieces.join("")).trim(),
      tokens: pieces.map(textOf),
      timestamps: frames.map((frame) => frame / FRAMES_PER_SECOND),
      logProbabilities: found.map(({ logProbability }) => logProbability),
    };
    const { confidence_power: power } = this.#model.decoding;
    return timedWords(heard, place).map((word) => ({
      ...word,
      confidence: word.confidence ** power,
    }));
  }
}

/** Returns the mean confidence over all letters; 0 without any. */
function meanConfidence(words: readonly RecognisedWord[]): number {
  let sum = 0;
  let letters = 0;
  for (const { text, confidence } of words) {
    sum += confidence * text.length;
    letters += text.length;
  }
  return letters === 0 ? 0 : sum / letters;
}
