import { toS16le, wavHeader } from "../engine/audio/wav-writer.ts";

/** How samples become the bytes of an answer. */
export interface AudioFormat {
  contentType(sampleRate: number): string;
  /** What comes before the first samples. */
  begin(sampleRate: number): Uint8Array;
  encode(samples: Float32Array): Uint8Array;
}

/** Every audio format of an answer, by its name in a request. */
export const AUDIO_FORMATS = {
  wav: {
    contentType: () => "audio/wav",
    begin: (sampleRate) => wavHeader(sampleRate),
    encode: toS16le,
  },
  pcm: {
    contentType: (sampleRate) => `audio/pcm; rate=${sampleRate}; channels=1`,
    begin: () => new Uint8Array(0),
    encode: toS16le,
  },
} as const satisfies Readonly<Record<string, AudioFormat>>;

export type AudioFormatName = keyof typeof AUDIO_FORMATS;

/** The format of an answer whose request names none. */
export const DEFAULT_AUDIO_FORMAT: AudioFormatName = "wav";

export function isAudioFormat(name: unknown): name is AudioFormatName {
  return typeof name === "string" && Object.hasOwn(AUDIO_FORMATS, name);
}
