import { INT16_BYTES, INT16_FULL_SCALE } from "#units/samples.ts";
import { framesOf, readWavHeader, type WavHeader } from "#monitor/domain/wav-header.ts";

/** Mono samples of a WAV file, -1 to 1. */
export interface WavAudio {
  readonly sampleRateHz: number;
  readonly samples: Float32Array;
}

/** Reads a WAV file of 16-bit PCM, several channels mixed down; throws `WavError` for anything else. */
export function parseWav(file: Uint8Array): WavAudio {
  const header = readWavHeader(file);
  return { sampleRateHz: header.sampleRateHz, samples: mixDown(file, header) };
}

/** Returns the samples as 16-bit little-endian PCM, as the stream endpoint takes it. */
export function pcm16Of(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * INT16_BYTES);
  for (const [index, sample] of samples.entries()) {
    const scaled = Math.round(sample * INT16_FULL_SCALE);
    bytes.writeInt16LE(
      Math.min(INT16_FULL_SCALE - 1, Math.max(-INT16_FULL_SCALE, scaled)),
      index * INT16_BYTES,
    );
  }
  return bytes;
}

function mixDown(file: Uint8Array, header: WavHeader): Float32Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const { channels, from } = header;
  const frameBytes = channels * INT16_BYTES;
  const samples = new Float32Array(framesOf(header));
  for (let frame = 0; frame < samples.length; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += view.getInt16(from + frame * frameBytes + channel * INT16_BYTES, true);
    }
    samples[frame] = sum / channels / INT16_FULL_SCALE;
  }
  return samples;
}
