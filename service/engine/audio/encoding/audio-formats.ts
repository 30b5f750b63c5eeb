/** A format in which audio is sent; the file of the same name in `formats` encodes it. */
export interface AudioFormat {
  contentType(sampleRate: number): string;
  readonly sampleRates: readonly number[];
  /** Sample rate in Hz if a request names none; absent if it is then that of the model. */
  readonly defaultSampleRate?: number;
}

const SAMPLE_RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000];
/** Sample rates that Opus supports; a file at any other rate would state 48,000 Hz. */
const OPUS_RATES = [8000, 16_000, 24_000, 48_000];

/** Every format in which audio is sent, by its name in a request. */
export const AUDIO_FORMATS = {
  mp3: { contentType: () => "audio/mpeg", sampleRates: SAMPLE_RATES },
  opus: { contentType: () => "audio/ogg; codecs=opus", sampleRates: OPUS_RATES },
  aac: { contentType: () => "audio/aac", sampleRates: SAMPLE_RATES },
  flac: { contentType: () => "audio/flac", sampleRates: SAMPLE_RATES },
  wav: { contentType: () => "audio/wav", sampleRates: SAMPLE_RATES },
  pcm: {
    contentType: (sampleRate) => `audio/pcm; rate=${sampleRate}; channels=1`,
    sampleRates: SAMPLE_RATES,
    // Clients for OpenAI's raw samples know no other rate.
    defaultSampleRate: 24_000,
  },
} as const satisfies Readonly<Record<string, AudioFormat>>;

export type AudioFormatName = keyof typeof AUDIO_FORMATS;

/** The format of a response whose request names none. */
export const DEFAULT_AUDIO_FORMAT: AudioFormatName = "mp3";
