import { createMp3Encoder } from "wasm-media-encoders";
import type { Encoder } from "../encoder/encoder.ts";
import { mp3DelayFrame } from "./mp3-delay.ts";

const BITS_PER_SECOND = { upTo24Khz: 64_000, above: 128_000 };
/** Above this rate a frame has 1152 samples (MPEG-1), up to it 576 (MPEG-2). */
const MPEG_2_HZ = 24_000;

/** MP3 at a constant bit rate, by LAME. */
export async function open(sampleRate: number): Promise<Encoder> {
  const isMpeg2 = sampleRate <= MPEG_2_HZ;
  const bitsPerSecond = isMpeg2 ? BITS_PER_SECOND.upTo24Khz : BITS_PER_SECOND.above;
  const frameBytes = Math.floor(((isMpeg2 ? 72 : 144) * bitsPerSecond) / sampleRate);
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate, bitrate: isMpeg2 ? 64 : 128 });
  let isFirst = true;
  // What the encoder returns lies in a buffer that it uses again.
  const complete = (bytes: Uint8Array): Uint8Array => {
    if (!isFirst || bytes.length === 0) return bytes.slice();
    isFirst = false;
    return Buffer.concat([mp3DelayFrame(bytes, frameBytes), bytes]);
  };
  return {
    push: async (samples) => complete(encoder.encode([samples])),
    end: async () => complete(encoder.finalize()),
    close: async () => undefined,
  };
}
