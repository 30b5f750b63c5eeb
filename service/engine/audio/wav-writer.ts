import { CHUNK_HEADER_BYTES, UNKNOWN_SIZE, WAV_HEADER_BYTES } from "#units/wav.ts";
import { INT16_BYTES, INT16_FULL_SCALE } from "#units/samples.ts";
import { bytesPerSample, type SampleEncoding } from "./sample-decoder.ts";
import type { WavFormat } from "./wav-format.ts";

/** WAV format tags of the encodings that are not integers. */
const TAGS: Partial<Readonly<Record<SampleEncoding, number>>> = {
  f32le: 3,
  f64le: 3,
  alaw: 6,
  mulaw: 7,
};
const INTEGER_TAG = 1;

/**
 * Returns the header of a mono WAV file of 16-bit samples; while their number is not known, sizes are 0xFFFFFFFF, which
 * players take for "until the end".
 */
export function wavHeader(sampleRate: number, sampleCount?: number): Uint8Array {
  const dataBytes = sampleCount === undefined ? UNKNOWN_SIZE : sampleCount * INT16_BYTES;
  return wavHeaderOf({ encoding: "s16le", sampleRate, channels: 1 }, dataBytes);
}

/** Returns the header of a WAV file with `dataBytes` bytes of samples. */
export function wavHeaderOf(
  { encoding, sampleRate, channels }: WavFormat,
  dataBytes: number,
): Uint8Array {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const text = new TextEncoder();
  const sampleBytes = bytesPerSample(encoding);
  header.set(text.encode("RIFF"), 0);
  view.setUint32(
    4,
    Math.min(UNKNOWN_SIZE, dataBytes + WAV_HEADER_BYTES - CHUNK_HEADER_BYTES),
    true,
  );
  header.set(text.encode("WAVEfmt "), 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, TAGS[encoding] ?? INTEGER_TAG, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * sampleBytes * channels, true);
  view.setUint16(32, sampleBytes * channels, true);
  view.setUint16(34, 8 * sampleBytes, true);
  header.set(text.encode("data"), 36);
  view.setUint32(40, dataBytes, true);
  return header;
}

/** Returns a complete WAV file, begun with `wavHeader`, with its sizes filled in. */
export function withWavSizes(file: Uint8Array): Uint8Array {
  const sized = new Uint8Array(file);
  const view = new DataView(sized.buffer);
  view.setUint32(4, sized.length - CHUNK_HEADER_BYTES, true);
  view.setUint32(WAV_HEADER_BYTES - 4, sized.length - WAV_HEADER_BYTES, true);
  return sized;
}

/** Returns samples in [-1, 1] as signed 16-bit little-endian bytes; what lies outside is clipped. */
export function toS16le(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * INT16_BYTES);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < samples.length; at += 1) {
    const clipped = Math.max(-1, Math.min(1, samples[at]!));
    view.setInt16(at * INT16_BYTES, Math.round(clipped * (INT16_FULL_SCALE - 1)), true);
  }
  return bytes;
}
