import { createMp3Encoder } from "wasm-media-encoders";
import type { Encoder } from "../encoder.ts";

const BITS_PER_SECOND = { upTo24Khz: 64_000, above: 128_000 };
/** Above this rate a frame has 1152 samples (MPEG-1), up to it 576 (MPEG-2). */
const MPEG_2_HZ = 24_000;

/** Encodes MP3 at a constant bit rate with LAME. */
export async function open(sampleRate: number): Promise<Encoder> {
  const isMpeg2 = sampleRate <= MPEG_2_HZ;
  const bitsPerSecond = isMpeg2 ? BITS_PER_SECOND.upTo24Khz : BITS_PER_SECOND.above;
  const frameBytes = Math.floor(((isMpeg2 ? 72 : 144) * bitsPerSecond) / sampleRate);
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate, bitrate: isMpeg2 ? 64 : 128 });
  let isFirst = true;
  // The encoder reuses the buffer that it returns.
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

/** Delay of the encoder, LAME, in samples; players add the 529 samples of a decoder by themselves. */
const ENCODER_DELAY_SAMPLES = 576;
const HEADER_BYTES = 4;
const PADDING_BIT = 0b10;
const MPEG_1_BIT = 0b1000;
/** Bytes from the frame header to the tag: the side information of a mono frame. */
const SIDE_BYTES = { mpeg1: 17, mpeg2: 9 };
const TAG = "Info";
const FLAGS_BYTES = 4;
const VERSION = "LAME3.100";
/** Bytes from the version to the delays: fields that are unknown in a stream without an end, or that nobody reads. */
const UNSAID_BYTES = 12;

/**
 * Returns the frame that tells players how many samples to skip: Xing's "Info" tag with LAME's extension. Without it every
 * output begins with 46 ms of silence at 24 kHz. It has the header of the first frame.
 */
function mp3DelayFrame(firstFrame: Uint8Array, frameBytes: number): Uint8Array {
  const frame = Buffer.alloc(frameBytes);
  frame.set(firstFrame.subarray(0, HEADER_BYTES));
  frame[2]! &= ~PADDING_BIT;
  const isMpeg1 = (frame[1]! & MPEG_1_BIT) !== 0;
  const tagAt = HEADER_BYTES + (isMpeg1 ? SIDE_BYTES.mpeg1 : SIDE_BYTES.mpeg2);
  frame.write(TAG, tagAt, "latin1");
  const versionAt = tagAt + TAG.length + FLAGS_BYTES;
  frame.write(VERSION, versionAt, "latin1");
  // Two numbers of 12 bits: the delay, and the padding at the end, which is not known.
  frame.writeUIntBE(ENCODER_DELAY_SAMPLES << 12, versionAt + VERSION.length + UNSAID_BYTES, 3);
  return frame;
}
