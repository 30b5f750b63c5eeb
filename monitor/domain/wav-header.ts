import { CHUNK_HEADER_BYTES, RIFF_HEADER_BYTES } from "#units/wav.ts";
import { INT16_BYTES } from "#units/samples.ts";

/** The position and format of the samples in a WAV file of 16-bit little-endian PCM. */
export interface WavHeader {
  readonly sampleRateHz: number;
  readonly channels: number;
  /** The offset of the first byte of the samples, and of the byte after the last. */
  readonly from: number;
  readonly until: number;
}

/** Thrown for a file that is not a WAV file of 16-bit PCM samples. */
export class WavError extends Error {}

/** Returns what `read` makes of a recording; undefined where it throws `WavError`. */
export function unlessWavError<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof WavError) return undefined;
    throw error;
  }
}

const FORMAT_CHUNK_BYTES = 16;
const PCM_FORMAT = 1;
const EXTENSIBLE_FORMAT = 0xfffe;

/**
 * Reads the header of a WAV file; `file` holds at least its beginning, and `wholeBytes` is the length of the whole file.
 * Throws `WavError` for anything else.
 */
export function readWavHeader(file: Uint8Array, wholeBytes = file.byteLength): WavHeader {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.byteLength < RIFF_HEADER_BYTES || tag(view, 0) !== "RIFF" || tag(view, 8) !== "WAVE") {
    throw new WavError("no RIFF WAVE header");
  }
  let format: { channels: number; sampleRateHz: number } | undefined;
  let at = RIFF_HEADER_BYTES;
  while (at + CHUNK_HEADER_BYTES <= view.byteLength) {
    const name = tag(view, at);
    const declaredBytes = view.getUint32(at + 4, true);
    const from = at + CHUNK_HEADER_BYTES;
    if (name === "fmt ") format = readFormat(view, from);
    if (name === "data") {
      if (format === undefined) throw new WavError("data before its format");
      // A streamed file declares more bytes than it has, and so does one of which only the beginning is kept.
      return { ...format, from, until: Math.min(from + declaredBytes, wholeBytes) };
    }
    at = from + declaredBytes + (declaredBytes % 2);
  }
  throw new WavError("no data chunk");
}

/** Returns the number of samples per channel. */
export function framesOf({ channels, from, until }: WavHeader): number {
  return Math.max(0, Math.floor((until - from) / (channels * INT16_BYTES)));
}

function readFormat(view: DataView, start: number): { channels: number; sampleRateHz: number } {
  if (start + FORMAT_CHUNK_BYTES > view.byteLength) throw new WavError("format cut short");
  const format = view.getUint16(start, true);
  const channels = view.getUint16(start + 2, true);
  const sampleRateHz = view.getUint32(start + 4, true);
  const bits = view.getUint16(start + 14, true);
  const isPcm = format === PCM_FORMAT || format === EXTENSIBLE_FORMAT;
  if (!isPcm || bits !== INT16_BYTES * 8 || channels === 0 || sampleRateHz === 0) {
    throw new WavError(
      `format ${format} with ${bits} bits, ${channels} channels, ${sampleRateHz} Hz`,
    );
  }
  return { channels, sampleRateHz };
}

function tag(view: DataView, at: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4));
}
