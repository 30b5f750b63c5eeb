import type { AudioFormatName } from "./audio-formats.ts";

/** Encodes samples that arrive in pieces into one audio format; one call at a time. */
export interface Encoder {
  /** Takes mono samples in [-1, 1] and returns the bytes that are complete, which may be none. */
  push(samples: Float32Array): Promise<Uint8Array>;
  /** Signals that no samples follow, and returns the remaining bytes. */
  end(): Promise<Uint8Array>;
  /** Frees its resources, whether it has ended or not. */
  close(): Promise<void>;
}

/** The exports of the file of a format; `open` begins an output at a sample rate in Hz. */
export interface Encoding {
  readonly open: (sampleRate: number) => Promise<Encoder>;
}

/** Request to the encoding thread; for one encoder, each is answered before the next is sent. */
export type Question = { readonly id: number } & (
  | { readonly type: "open"; readonly format: AudioFormatName; readonly sampleRate: number }
  | { readonly type: "push"; readonly samples: Float32Array }
  | { readonly type: "end" | "close" }
);

/** Response of the encoding thread: bytes, or the reason for a failure. */
export type Answer = { readonly id: number } & (
  | { readonly bytes: Uint8Array; readonly failure?: undefined }
  | { readonly failure: string }
);
