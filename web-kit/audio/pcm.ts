/** Reads and writes PCM: 16 bits, little-endian, mono. */

import { INT16_BYTES, INT16_FULL_SCALE } from "#units/samples.ts";
import { CHUNK_HEADER_BYTES, WAV_HEADER_BYTES } from "#units/wav.ts";

/** Returns samples in [-1, 1] as PCM; louder ones are clipped. */
export function pcmOf(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length * INT16_BYTES);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, at) => {
    const value = Math.round(Math.max(-1, Math.min(1, sample)) * INT16_FULL_SCALE);
    view.setInt16(at * INT16_BYTES, Math.min(value, INT16_FULL_SCALE - 1), true);
  });
  return bytes;
}

/** Reads the samples of a PCM response as they arrive, in [-1, 1]; its chunks may end within a sample. */
export async function* pcmSamples({ body }: Response): AsyncGenerator<Float32Array, void> {
  const reader = body?.getReader();
  let rest = new Uint8Array(0);
  for (;;) {
    const piece = await reader?.read();
    if (piece === undefined || piece.done) return;
    const bytes = new Uint8Array(rest.length + piece.value.length);
    bytes.set(rest);
    bytes.set(piece.value, rest.length);
    const view = new DataView(bytes.buffer);
    const sampleAt = (_: unknown, at: number) =>
      view.getInt16(at * INT16_BYTES, true) / INT16_FULL_SCALE;
    const length = Math.floor(bytes.length / INT16_BYTES);
    if (length > 0) yield Float32Array.from({ length }, sampleAt);
    rest = bytes.subarray(length * INT16_BYTES);
  }
}

/** Returns a mono WAV file of samples, given in pieces. */
export function wavOf(pieces: readonly Float32Array[], sampleRate: number): Blob {
  const dataBytes = pieces.reduce((sum, { length }) => sum + length * INT16_BYTES, 0);
  const header = new DataView(new ArrayBuffer(WAV_HEADER_BYTES));
  const name = (at: number, text: string) =>
    new TextEncoder().encode(text).forEach((byte, index) => header.setUint8(at + index, byte));
  name(0, "RIFF");
  header.setUint32(4, WAV_HEADER_BYTES - CHUNK_HEADER_BYTES + dataBytes, true);
  name(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, sampleRate, true);
  header.setUint32(28, sampleRate * INT16_BYTES, true);
  header.setUint16(32, INT16_BYTES, true);
  header.setUint16(34, 8 * INT16_BYTES, true);
  name(36, "data");
  header.setUint32(40, dataBytes, true);
  return new Blob([header, ...pieces.map(pcmOf)], { type: "audio/wav" });
}
