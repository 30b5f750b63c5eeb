import { AudioError } from "./audio-error.ts";

/** How a sample is written; all but `u8`, `alaw` and `mulaw` are little-endian, integers are signed. */
export type SampleEncoding =
  | "u8"
  | "s16le"
  | "s24le"
  | "s32le"
  | "f32le"
  | "f64le"
  | "alaw"
  | "mulaw";

interface EncodingReader {
  readonly bytes: number;
  readonly read: (view: DataView, at: number) => number;
}

const ENCODINGS: Readonly<Record<SampleEncoding, EncodingReader>> = {
  u8: { bytes: 1, read: (view, at) => (view.getUint8(at) - 128) / 128 },
  s16le: { bytes: 2, read: (view, at) => view.getInt16(at, true) / 32_768 },
  s24le: {
    bytes: 3,
    read: (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608,
  },
  s32le: { bytes: 4, read: (view, at) => view.getInt32(at, true) / 2_147_483_648 },
  f32le: { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  f64le: { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  alaw: { bytes: 1, read: (view, at) => ALAW[view.getUint8(at)]! },
  mulaw: { bytes: 1, read: (view, at) => MULAW[view.getUint8(at)]! },
};

/** ITU-T G.711, 13-bit A-law levels scaled to [-1, 1]. */
const ALAW = Float32Array.from({ length: 256 }, (_, code) => {
  const inverted = code ^ 0x55;
  const exponent = (inverted >> 4) & 7;
  const mantissa = ((inverted & 15) << 4) + 8;
  const level = exponent === 0 ? mantissa : (mantissa + 256) << (exponent - 1);
  return (inverted & 0x80 ? level : -level) / 32_768;
});

/** ITU-T G.711, 14-bit mu-law levels scaled to [-1, 1]. */
const MULAW = Float32Array.from({ length: 256 }, (_, code) => {
  const inverted = ~code & 0xff;
  const level = ((((inverted & 15) << 3) + 132) << ((inverted >> 4) & 7)) - 132;
  return (inverted & 0x80 ? -level : level) / 32_768;
});

/** Returns how many bytes one sample takes. */
export function bytesPerSample(encoding: SampleEncoding): number {
  return ENCODINGS[encoding].bytes;
}

/** Turns interleaved bytes into mono samples in [-1, 1], keeping what is left of a frame for the next piece. */
export class SampleDecoder {
  readonly #channels: number;
  readonly #reader: EncodingReader;
  #rest = new Uint8Array(0);

  constructor(encoding: SampleEncoding, channels: number) {
    this.#channels = channels;
    this.#reader = ENCODINGS[encoding];
  }

  /** Returns the mean of the channels for every whole frame; throws AudioError for a sample that is no number. */
  decode(bytes: Uint8Array): Float32Array {
    const whole = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes);
    const frameBytes = this.#reader.bytes * this.#channels;
    const mono = new Float32Array(Math.floor(whole.length / frameBytes));
    const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
    for (let frame = 0; frame < mono.length; frame += 1) {
      mono[frame] = this.#mean(view, frame * frameBytes);
    }
    this.#rest = whole.slice(mono.length * frameBytes);
    return mono;
  }

  #mean(view: DataView, at: number): number {
    let sum = 0;
    for (let channel = 0; channel < this.#channels; channel += 1) {
      sum += this.#reader.read(view, at + channel * this.#reader.bytes);
    }
    const mean = sum / this.#channels;
    if (Number.isNaN(mean)) throw new AudioError("undecodable_audio", "a sample is not a number");
    return Math.max(-1, Math.min(1, mean));
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
