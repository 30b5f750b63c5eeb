import type { Encoding } from "./encoder/encoder.ts";

/** A format in which audio is sent. */
export interface AudioFormat {
  contentType(sampleRate: number): string;
  /** The rates in hertz that it carries. */
  readonly sampleRates: readonly number[];
  /** Loads what encodes it; done in the encoding thread alone. */
  load(): Promise<Encoding>;
}

/** The rates in hertz at which audio is sent. */
const SAMPLE_RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000];
/** Those at which Opus codes; it would call any other one 48,000 Hz. */
const OPUS_SAMPLE_RATES = [8000, 16_000, 24_000, 48_000];

/** Every format in which audio is sent, by its name in a request. */
export const AUDIO_FORMATS = {
  mp3: {
    contentType: () => "audio/mpeg",
    sampleRates: SAMPLE_RATES,
    load: () => import("./formats/mp3.ts"),
  },
  opus: {
    contentType: () => "audio/ogg; codecs=opus",
    sampleRates: OPUS_SAMPLE_RATES,
    load: () => import("./formats/opus.ts"),
  },
  aac: {
    contentType: () => "audio/aac",
    sampleRates: SAMPLE_RATES,
    load: () => import("./formats/aac.ts"),
  },
  flac: {
    contentType: () => "audio/flac",
    sampleRates: SAMPLE_RATES,
    load: () => import("./formats/flac.ts"),
  },
  wav: {
    contentType: () => "audio/wav",
    sampleRates: SAMPLE_RATES,
    load: () => import("./formats/wav.ts"),
  },
  pcm: {
    contentType: (sampleRate) => `audio/pcm; rate=${sampleRate}; channels=1`,
    sampleRates: SAMPLE_RATES,
    load: () => import("./formats/pcm.ts"),
  },
} as const satisfies Readonly<Record<string, AudioFormat>>;

export type AudioFormatName = keyof typeof AUDIO_FORMATS;

/** The format of an answer whose request names none. */
export const DEFAULT_AUDIO_FORMAT: AudioFormatName = "mp3";
