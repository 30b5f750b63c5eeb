import { createRequire } from "node:module";
import type { WavFormat } from "../wav-format.ts";
import { undecodable } from "./packets.ts";

/** The Opus decoder, compiled to WebAssembly. */
interface OpusCodec {
  /** Returns signed 16-bit samples. */
  decode(packet: Uint8Array): Uint8Array;
  drop(): void;
}

interface OpusModule {
  readonly Decoder: new (options: { channels: 1; sample_rate: number }) => OpusCodec;
}

/** The format that every packet is decoded to, whatever it was encoded from. */
export const DECODED_OPUS: WavFormat = { encoding: "s16le", sampleRate: 48_000, channels: 1 };

/** Decodes packets of Opus, in their order, to one channel of 16-bit samples at 48,000 Hz. */
export class OpusDecoder implements Disposable {
  readonly #codec: OpusCodec;

  constructor() {
    // By default, the package loads a native library.
    const opus = createRequire(import.meta.url)("@evan/opus/wasm/index.js") as OpusModule;
    this.#codec = new opus.Decoder({ channels: 1, sample_rate: DECODED_OPUS.sampleRate });
  }

  /** Returns the samples of a packet; throws AudioError. */
  decode(packet: Uint8Array): Uint8Array {
    try {
      return this.#codec.decode(packet);
    } catch {
      throw undecodable("a packet that is no Opus");
    }
  }

  [Symbol.dispose](): void {
    this.#codec.drop();
  }
}
