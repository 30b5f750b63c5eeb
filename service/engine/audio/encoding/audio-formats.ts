import type { Encoding } from "./encoder.ts";

/** A format in which audio is sent. */
export interface AudioFormat {
  contentType(sampleRate: number): string;
  /** Loads what encodes it; done in the encoding thread alone. */
  load(): Promise<Encoding>;
}

/** Every format in which audio is sent, by its name in a request. */
export const AUDIO_FORMATS = {
  mp3: { contentType: () => "audio/mpeg", load: () => import("./formats/mp3.ts") },
  opus: { contentType: () => "audio/ogg; codecs=opus", load: () => import("./formats/opus.ts") },
  aac: { contentType: () => "audio/aac", load: () => import("./formats/aac.ts") },
  flac: { contentType: () => "audio/flac", load: () => import("./formats/flac.ts") },
  wav: { contentType: () => "audio/wav", load: () => import("./formats/wav.ts") },
  pcm: {
    contentType: (sampleRate) => `audio/pcm; rate=${sampleRate}; channels=1`,
    load: () => import("./formats/pcm.ts"),
  },
} as const satisfies Readonly<Record<string, AudioFormat>>;

export type AudioFormatName = keyof typeof AUDIO_FORMATS;

/** The format of an answer whose request names none. */
export const DEFAULT_AUDIO_FORMAT: AudioFormatName = "mp3";

export function isAudioFormat(name: unknown): name is AudioFormatName {
  return typeof name === "string" && Object.hasOwn(AUDIO_FORMATS, name);
}
