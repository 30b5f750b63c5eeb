import { createRequire } from "node:module";

/** The Opus encoder, compiled to WebAssembly. */
export interface OpusCodec {
  /** Encodes one frame of signed 16-bit samples. */
  encode(samples: Uint8Array): Uint8Array;
  /** Asks for a number that the codec knows. */
  ctl(request: number): number;
  /** Frees its memory. */
  drop(): void;
}

interface OpusModule {
  readonly Encoder: new (options: { channels: 1 | 2; sample_rate: number }) => OpusCodec;
}

/** Makes an encoder for one channel. */
export function openOpusCodec(sampleRate: number): OpusCodec {
  // The package would rather load a native library, which crashes the process when a thread that used it ends.
  const { Encoder } = createRequire(import.meta.url)("@evan/opus/wasm/index.js") as OpusModule;
  return new Encoder({ channels: 1, sample_rate: sampleRate });
}
