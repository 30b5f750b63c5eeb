import { wavHeader } from "#service/engine/audio/wav-writer.ts";

const WAV_HEADER = { bitRate: 28, blockBytes: 32, bits: 34, bytes: 44 };

/** A sample in [-1, 1] as one byte of a WAV file; silence is 128. */
export const byteSample = (sample: number): number => Math.round(127.5 + 127 * sample);

/** The header of a mono WAV file with a byte per sample, half as long as one of 16 bits. */
export function byteWavHeader(sampleRateHz: number, sampleCount: number): Uint8Array {
  const header = wavHeader(sampleRateHz);
  const view = new DataView(header.buffer);
  view.setUint32(4, sampleCount + WAV_HEADER.bytes - 8, true);
  view.setUint32(WAV_HEADER.bitRate, sampleRateHz, true);
  view.setUint16(WAV_HEADER.blockBytes, 1, true);
  view.setUint16(WAV_HEADER.bits, 8, true);
  view.setUint32(WAV_HEADER.bytes - 4, sampleCount, true);
  return header;
}
