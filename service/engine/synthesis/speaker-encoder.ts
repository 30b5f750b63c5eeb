import { InferenceSession, Tensor } from "onnxruntime-node";
import { Type, type Static } from "typebox";

import { Resampler } from "../audio/resampler.ts";
import type { VoicePoint, VoiceSpace } from "../model.ts";
import { LogMelExtractor, LogMelStream } from "../transcription/log-mel-stream.ts";
import { melodyOf, trackPitch, type Melody } from "./pitch-track.ts";
import { joinSamples } from "./samples.ts";
import { ONE_THREAD } from "./session-options.ts";
import { LEARNED_NUMBERS, pitchNumber, POINT_NUMBERS, rangeNumber } from "./speakers.ts";

/** What a speaker network was trained to hear; `speaker` of a model.json. */
export const SpeakerFieldsSchema = Type.Object({
  sample_rate: Type.Integer({ minimum: 8_000, maximum: 48_000 }),
  features: Type.Object({
    bands: Type.Integer({ minimum: 1 }),
    hop: Type.Integer({ minimum: 1 }),
    window: Type.Integer({ minimum: 2, multipleOf: 2 }),
    fft_size: Type.Integer({ minimum: 2 }),
    lowest_hz: Type.Number({ minimum: 0 }),
    highest_hz: Type.Number({ exclusiveMinimum: 0 }),
    floor: Type.Number({ exclusiveMinimum: 0 }),
    mean: Type.Number(),
    deviation: Type.Number({ exclusiveMinimum: 0 }),
  }),
});

export type SpeakerFields = Static<typeof SpeakerFieldsSchema>;

/** The least voice by which somebody can be known. */
const LEAST_VOICED_SECONDS = 0.4;
const PITCH_RATE_HZ = 8_000;
/** The network learned no vocal tract further from its speakers' own: the logarithm of a ratio. */
const FURTHEST_LOG_TRACT = 0.25;
const FURTHEST_PACE = 2;

/** Places recorded speakers: what has a name is measured, the rest is the estimate of a small network. */
export class SpeakerEncoder implements VoiceSpace {
  readonly sampleRate: number;
  readonly #session: InferenceSession;
  readonly #extractor: LogMelExtractor;

  private constructor(session: InferenceSession, { sample_rate, features }: SpeakerFields) {
    this.#session = session;
    this.sampleRate = sample_rate;
    this.#extractor = new LogMelExtractor(features, sample_rate);
  }

  /** Loads the network; rejects where the file is none. */
  static async load(file: string, fields: SpeakerFields): Promise<SpeakerEncoder> {
    return new SpeakerEncoder(await InferenceSession.create(file, ONE_THREAD), fields);
  }

  async place(samples: Float32Array): Promise<VoicePoint | undefined> {
    const estimates = await this.#estimate(samples);
    const melody = this.#melody(samples);
    if (melody === undefined || melody.voicedSeconds < LEAST_VOICED_SECONDS) return undefined;
    return pointOf(melody, estimates);
  }

  #melody(samples: Float32Array): Melody | undefined {
    const resampler = new Resampler(this.sampleRate, PITCH_RATE_HZ);
    const low = joinSamples([resampler.push(samples), resampler.end()]);
    return melodyOf(trackPitch(low, PITCH_RATE_HZ));
  }

  /** Returns the learned part of the vector, the log of the vocal tract's length and the number of the pace. */
  async #estimate(samples: Float32Array): Promise<Float32Array> {
    const stream = new LogMelStream(this.#extractor);
    stream.accept(samples);
    stream.end();
    const { bands } = this.#extractor.parameters;
    const features = new Float32Array(stream.total * bands);
    stream.take(stream.total, features, 0);
    const { estimates } = await this.#session.run({
      features: new Tensor("float32", features, [1, stream.total, bands]),
    });
    return estimates!.data as Float32Array;
  }
}

function pointOf({ pitchHz, range }: Melody, estimates: Float32Array): VoicePoint {
  const learned = estimates.subarray(0, LEARNED_NUMBERS);
  const [logTract = 0, pace = 0] = estimates.subarray(LEARNED_NUMBERS);
  const point = [
    pitchNumber(pitchHz),
    rangeNumber(range),
    within(pace, FURTHEST_PACE),
    ...learned,
    within(logTract, FURTHEST_LOG_TRACT),
  ];
  if (point.length !== POINT_NUMBERS || !point.every(Number.isFinite)) {
    throw new Error("the speaker network does not fit the voice space");
  }
  return point;
}

function within(value: number, furthest: number): number {
  return Math.min(furthest, Math.max(-furthest, value));
}
