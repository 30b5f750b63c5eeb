/** Mono samples of a WAV file, -1 to 1. */
export interface WavAudio {
  readonly sampleRateHz: number;
  readonly samples: Float32Array;
}

/** A file that is not a WAV file of 16-bit PCM samples. */
export class WavError extends Error {}

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FORMAT_CHUNK_BYTES = 16;
const PCM_FORMAT = 1;
const EXTENSIBLE_FORMAT = 0xfffe;
const BYTES_PER_SAMPLE = 2;
const FULL_SCALE = 32_768;

/** Reads a WAV file of 16-bit PCM, several channels mixed down; throws `WavError` for anything else. */
export function parseWav(file: Uint8Array): WavAudio {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.byteLength < RIFF_HEADER_BYTES || tag(view, 0) !== "RIFF" || tag(view, 8) !== "WAVE") {
    throw new WavError("no RIFF WAVE header");
  }
  let format: { channels: number; sampleRateHz: number } | undefined;
  let at = RIFF_HEADER_BYTES;
  while (at + CHUNK_HEADER_BYTES <= view.byteLength) {
    const name = tag(view, at);
    const declaredBytes = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (name === "fmt ") format = parseFormat(view, start);
    if (name === "data") {
      if (format === undefined) throw new WavError("data before its format");
      // A file that was streamed declares more than it has.
      const end = Math.min(start + declaredBytes, view.byteLength);
      return {
        sampleRateHz: format.sampleRateHz,
        samples: mixDown(view, start, end, format.channels),
      };
    }
    at = start + declaredBytes + (declaredBytes % 2);
  }
  throw new WavError("no data chunk");
}

/** Writes 16-bit little-endian PCM, as the stream endpoint takes it. */
export function pcm16Of(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * BYTES_PER_SAMPLE);
  for (const [index, sample] of samples.entries()) {
    const scaled = Math.round(sample * FULL_SCALE);
    bytes.writeInt16LE(
      Math.min(FULL_SCALE - 1, Math.max(-FULL_SCALE, scaled)),
      index * BYTES_PER_SAMPLE,
    );
  }
  return bytes;
}

function parseFormat(view: DataView, start: number): { channels: number; sampleRateHz: number } {
  if (start + FORMAT_CHUNK_BYTES > view.byteLength) throw new WavError("format cut short");
  const format = view.getUint16(start, true);
  const channels = view.getUint16(start + 2, true);
  const sampleRateHz = view.getUint32(start + 4, true);
  const bits = view.getUint16(start + 14, true);
  const isPcm = format === PCM_FORMAT || format === EXTENSIBLE_FORMAT;
  if (!isPcm || bits !== BYTES_PER_SAMPLE * 8 || channels === 0 || sampleRateHz === 0) {
    throw new WavError(
      `format ${format} with ${bits} bits, ${channels} channels, ${sampleRateHz} Hz`,
    );
  }
  return { channels, sampleRateHz };
}

function mixDown(view: DataView, start: number, end: number, channels: number): Float32Array {
  const frameBytes = channels * BYTES_PER_SAMPLE;
  const samples = new Float32Array(Math.max(0, Math.floor((end - start) / frameBytes)));
  for (let frame = 0; frame < samples.length; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += view.getInt16(start + frame * frameBytes + channel * BYTES_PER_SAMPLE, true);
    }
    samples[frame] = sum / channels / FULL_SCALE;
  }
  return samples;
}

function tag(view: DataView, at: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4));
}
