import { AudioError } from "./audio-error.ts";
import type { SampleEncoding } from "./sample-decoder.ts";

/** Content of the `fmt ` chunk of a WAV file. */
export interface WavFormat {
  readonly encoding: SampleEncoding;
  readonly sampleRate: number;
  readonly channels: number;
}

const EXTENSIBLE = 0xfffe;
const EXTENSIBLE_BYTES = 40;
const SUBFORMAT_OFFSET = 24;

/** Encodings by format tag and bytes per sample: 20 bits in 3 bytes are left-justified. FFmpeg reads all other formats. */
const ENCODINGS: Readonly<Record<number, Readonly<Record<number, SampleEncoding>>>> = {
  1: { 1: "u8", 2: "s16le", 3: "s24le", 4: "s32le" },
  3: { 4: "f32le", 8: "f64le" },
  6: { 1: "alaw" },
  7: { 1: "mulaw" },
};

const SAMPLE_RATES = { lowest: 8000, highest: 192_000 };
const MAX_CHANNELS = 64;

/**
 * Reads the `fmt ` chunk, WAVE_FORMAT_EXTENSIBLE included; throws AudioError `undecodable_audio`. The encoding is that of the
 * samples with their bytes in little-endian order.
 */
export function parseWavFormat(chunk: Uint8Array, isBigEndian = false): WavFormat {
  if (chunk.length < 16)
    throw undecodable(`the fmt chunk has ${chunk.length} bytes, at least 16 are needed`);
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const number = (at: number) => view.getUint16(at, !isBigEndian);
  const channels = number(2);
  const sampleRate = view.getUint32(4, !isBigEndian);
  const blockBytes = number(12);
  const named = number(0);
  const isExtensible = named === EXTENSIBLE && chunk.length >= EXTENSIBLE_BYTES;
  const tag = isExtensible ? number(SUBFORMAT_OFFSET) : named;
  if (channels < 1 || channels > MAX_CHANNELS) throw undecodable(`${channels} channels`);
  if (sampleRate < SAMPLE_RATES.lowest || sampleRate > SAMPLE_RATES.highest) {
    throw undecodable(`a sample rate of ${sampleRate} Hz, 8,000 to 192,000 Hz are accepted`);
  }
  const bits = number(14);
  const encoding = ENCODINGS[tag]?.[sampleBytes(bits, blockBytes / channels)];
  if (encoding === undefined) {
    throw undecodable(`WAV format ${tag} with ${bits} bits in blocks of ${blockBytes} bytes`);
  }
  return { encoding, sampleRate, channels };
}

/**
 * Returns the bytes per sample. Recorders write all kinds of block sizes, so they count only where the bits leave it open:
 * 24 bits may be in 4 bytes, and 20 in 3.
 */
function sampleBytes(bits: number, blockBytes: number): number {
  if (bits % 8 === 0 && bits > 0 && bits !== 24) return bits / 8;
  return Number.isInteger(blockBytes) && 8 * blockBytes >= bits ? blockBytes : Math.ceil(bits / 8);
}

function undecodable(what: string): AudioError {
  return new AudioError("undecodable_audio", `unsupported audio: ${what}`);
}
