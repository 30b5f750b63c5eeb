import { InferenceSession, Tensor } from "onnxruntime-node";
import { Type, type Static } from "typebox";
import { FeatureParameters } from "../signal/feature-parameters.ts";
import { LogMelExtractor, LogMelStream } from "../signal/log-mel-stream.ts";
import { hertzOf, melOf } from "../signal/mel-bands.ts";
import { ONE_THREAD } from "../model/session-options.ts";
import { LEARNED_NUMBERS } from "./speakers.ts";

/** The sample rate and features that a speaker network was trained on; `speaker` in model.json. */
export const SpeakerFieldsSchema = Type.Object({
  sample_rate: Type.Integer({ minimum: 8_000, maximum: 48_000 }),
  features: FeatureParameters,
});

export type SpeakerFields = Static<typeof SpeakerFieldsSchema>;

/**
 * Limit of the estimate, the logarithm of a ratio: in training, speakers' vocal tracts were lengthened and shortened by no
 * more.
 */
const FURTHEST_LOG_TRACT = 0.25;
const FURTHEST_PACE = 2;

/** Estimates the properties of a recorded speaker that cannot be measured. */
export class SpeakerEncoder {
  readonly sampleRate: number;
  readonly bands: number;
  /** Centre frequency of each band of `features`. */
  readonly centresHz: readonly number[];
  readonly #session: InferenceSession;
  readonly #extractor: LogMelExtractor;

  private constructor(session: InferenceSession, { sample_rate, features }: SpeakerFields) {
    this.#session = session;
    this.#extractor = new LogMelExtractor(features, sample_rate);
    this.sampleRate = sample_rate;
    this.bands = features.bands;
    const [lowest, highest] = [melOf(features.lowest_hz), melOf(features.highest_hz)];
    const step = (highest - lowest) / (features.bands + 1);
    this.centresHz = Array.from({ length: features.bands }, (_, band) =>
      hertzOf(lowest + step * (band + 1)),
    );
  }

  /** Loads the network; rejects where the file is not a network. */
  static async load(file: string, fields: SpeakerFields): Promise<SpeakerEncoder> {
    return new SpeakerEncoder(await InferenceSession.create(file, ONE_THREAD), fields);
  }

  /** Returns log mel powers of mono samples, `bands` numbers a frame, as the network reads them. */
  features(samples: Float32Array): Float32Array {
    const stream = new LogMelStream(this.#extractor);
    stream.accept(samples);
    stream.end();
    const features = new Float32Array(stream.total * this.bands);
    stream.take(stream.total, features, 0);
    return features;
  }

  /** Returns `features` in nepers of power. */
  logPowers(features: Float32Array): Float32Array {
    const { mean, deviation } = this.#extractor.parameters;
    return features.map((value) => value * deviation + mean);
  }

  /** Estimates the pace, the unnamed numbers of the vector and the vocal tract length of the speaker in `features`. */
  async estimate(features: Float32Array) {
    const { estimates } = await this.#session.run({
      features: new Tensor("float32", features, [1, features.length / this.bands, this.bands]),
    });
    const values = Array.from((estimates?.data ?? []) as Float32Array);
    const [logTractLength, pace] = values.slice(LEARNED_NUMBERS);
    if (logTractLength === undefined || pace === undefined || !values.every(Number.isFinite)) {
      throw new Error("the speaker network does not fit the voice space");
    }
    return {
      learned: values.slice(0, LEARNED_NUMBERS),
      logTractLength: within(logTractLength, FURTHEST_LOG_TRACT),
      pace: within(pace, FURTHEST_PACE),
    };
  }
}

function within(value: number, furthest: number): number {
  return Math.min(furthest, Math.max(-furthest, value));
}
