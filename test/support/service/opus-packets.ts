import { createRequire } from "node:module";
import { Resampler } from "#service/engine/audio/resampler.ts";
import { SampleDecoder } from "#service/engine/audio/sample-decoder.ts";
import { toS16le } from "#service/engine/audio/wav-writer.ts";

interface OpusModule {
  readonly Encoder: new (options: { channels: 1; sample_rate: number }) => {
    encode(samples: Uint8Array): Uint8Array;
  };
}

const RATE = 48_000;
const FRAME_BYTES = (RATE / 50) * 2;

/** Encodes samples, signed 16-bit at 16,000 Hz, as packets of Opus of 20 ms each. */
export function opusPacketsOf(samples: Uint8Array): readonly Uint8Array[] {
  const { Encoder } = createRequire(import.meta.url)("@evan/opus/wasm/index.js") as OpusModule;
  const encoder = new Encoder({ channels: 1, sample_rate: RATE });
  const resampler = new Resampler(16_000, RATE);
  const mono = resampler.push(new SampleDecoder("s16le", 1).decode(samples));
  const bytes = toS16le(Float32Array.from([...mono, ...resampler.end()]));
  return Array.from({ length: Math.floor(bytes.length / FRAME_BYTES) }, (_, at) =>
    // The encoder returns a view that it uses again.
    Uint8Array.from(encoder.encode(bytes.subarray(at * FRAME_BYTES, (at + 1) * FRAME_BYTES))),
  );
}
