import type { AudioFormatName } from "./audio-formats.ts";

/** Makes bytes of one audio format from samples that come piece by piece; asked for one thing at a time. */
export interface Encoder {
  /** Takes mono samples in [-1, 1] and returns the bytes that are complete, which may be none. */
  push(samples: Float32Array): Promise<Uint8Array>;
  /** Says that no samples follow and returns what is left. */
  end(): Promise<Uint8Array>;
  /** Frees what it holds, whether it has come to its end or not. */
  close(): Promise<void>;
}

/** What the file of a format exports: begins an output at a sample rate in hertz. */
export interface Encoding {
  readonly open: (sampleRate: number) => Promise<Encoder>;
}

/** What the encoding thread is asked; of one encoder each is answered before the next is asked. */
export type Question = { readonly id: number } & (
  | { readonly type: "open"; readonly format: AudioFormatName; readonly sampleRate: number }
  | { readonly type: "push"; readonly samples: Float32Array }
  | { readonly type: "end" | "close" }
);

/** What it answers: bytes, or why there are none. */
export type Answer = { readonly id: number } & (
  | { readonly bytes: Uint8Array; readonly failure?: undefined }
  | { readonly failure: string }
);
