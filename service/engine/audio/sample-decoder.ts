import { INT16_BYTES, INT16_FULL_SCALE } from "#units/samples.ts";
import { endianness } from "node:os";
import { AudioError } from "./audio-error.ts";
import { ChannelMixer } from "./channel-mixer.ts";
import { takeChannel, type ReadChannel } from "./channels.ts";

/** Encoding of a sample; all but `u8`, `alaw` and `mulaw` are little-endian, integers are signed. */
export type SampleEncoding =
  | "u8"
  | "s16le"
  | "s24le"
  | "s32le"
  | "f32le"
  | "f64le"
  | "alaw"
  | "mulaw";

const INT16_STEP = 1 / INT16_FULL_SCALE;

interface EncodingReader {
  readonly bytes: number;
  readonly read: (view: DataView, at: number) => number;
}

const ENCODINGS: Readonly<Record<SampleEncoding, EncodingReader>> = {
  u8: { bytes: 1, read: (view, at) => (view.getUint8(at) - 128) / 128 },
  s16le: { bytes: INT16_BYTES, read: (view, at) => view.getInt16(at, true) * INT16_STEP },
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
  return (inverted & 0x80 ? level : -level) * INT16_STEP;
});

/** ITU-T G.711, 14-bit mu-law levels scaled to [-1, 1]. */
const MULAW = Float32Array.from({ length: 256 }, (_, code) => {
  const inverted = ~code & 0xff;
  const level = ((((inverted & 15) << 3) + 132) << ((inverted >> 4) & 7)) - 132;
  return (inverted & 0x80 ? -level : level) * INT16_STEP;
});

const IS_LITTLE_ENDIAN = endianness() === "LE";

/** Returns how many bytes one sample takes. */
export function bytesPerSample(encoding: SampleEncoding): number {
  return ENCODINGS[encoding].bytes;
}

/** Decodes interleaved bytes to mono samples in [-1, 1]; an incomplete frame is kept for the next piece. */
export class SampleDecoder {
  readonly #encoding: SampleEncoding;
  readonly #channels: number;
  readonly #mixer: ChannelMixer;
  readonly #scale: number;
  readonly #channel: ReadChannel;
  #rest = new Uint8Array(0);

  /** @param scale is the factor for floats of a recording whose full scale is not 1 */
  constructor(
    encoding: SampleEncoding,
    channels: number,
    scale = 1,
    channel: ReadChannel = "mixed",
  ) {
    this.#channel = channel;
    this.#encoding = encoding;
    this.#channels = channels;
    this.#mixer = new ChannelMixer(channels);
    this.#scale = scale;
  }

  /** Returns the mean of the channels, or the one that is read, for every whole frame; throws AudioError for a sample that is NaN. */
  decode(bytes: Uint8Array): Float32Array {
    const frames = this.#wholeFrames(bytes);
    const mono = new Float32Array(frames.length / this.#frameBytes);
    if (isReadAsInt16(this.#encoding)) this.#mixInt16(int16View(frames), mono);
    else if (this.#isPlainFloat) floatsOf(frames, mono);
    else this.#mixOthers(frames, mono);
    return mono;
  }

  /** Returns the samples unchanged, as a view of these bytes if possible; only for formats of which `isPlainInt16` is true. */
  decodeInt16(bytes: Uint8Array): Int16Array {
    return int16View(this.#wholeFrames(bytes));
  }

  /** Whether the samples are mono and in the 32-bit float format of this machine, as decoders write them. */
  get #isPlainFloat(): boolean {
    const isMonoFloat = this.#encoding === "f32le" && this.#channels === 1;
    return isMonoFloat && this.#scale === 1 && IS_LITTLE_ENDIAN;
  }

  get #frameBytes(): number {
    return bytesPerSample(this.#encoding) * this.#channels;
  }

  /** Mixes the encoding of nearly all recordings and streams, read through a view, which is ten times as fast. */
  #mixInt16(samples: Int16Array, mono: Float32Array): void {
    if (this.#channels > 1) return this.#reduce(samples, INT16_STEP, mono);
    for (let at = 0; at < mono.length; at += 1) mono[at] = samples[at]! * INT16_STEP;
  }

  #mixOthers(frames: Uint8Array, mono: Float32Array): void {
    const { bytes, read } = ENCODINGS[this.#encoding];
    const view = new DataView(frames.buffer, frames.byteOffset, frames.byteLength);
    const samples = new Float32Array(frames.length / bytes);
    for (let at = 0; at < samples.length; at += 1) samples[at] = read(view, at * bytes);
    this.#reduce(samples, this.#scale, mono);
    clip(mono);
  }

  #reduce(samples: Float32Array | Int16Array, scale: number, mono: Float32Array): void {
    if (this.#channel === "mixed") return this.#mixer.mix(samples, scale, mono);
    takeChannel(samples, this.#channels, this.#channel, scale, mono);
  }

  #wholeFrames(bytes: Uint8Array): Uint8Array {
    const whole = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const frames = whole.subarray(0, whole.length - (whole.length % this.#frameBytes));
    this.#rest = new Uint8Array(whole.subarray(frames.length));
    return frames;
  }
}

/** Returns whether the samples are mono and in the 16-bit integer format of this machine. */
export function isPlainInt16(encoding: SampleEncoding, channels: number): boolean {
  return isReadAsInt16(encoding) && channels === 1;
}

function isReadAsInt16(encoding: SampleEncoding): boolean {
  return encoding === "s16le" && IS_LITTLE_ENDIAN;
}

function int16View(frames: Uint8Array): Int16Array {
  const isAligned = frames.byteOffset % Int16Array.BYTES_PER_ELEMENT === 0;
  // Not slice(): for a Buffer, it returns a view of the same bytes.
  const { buffer, byteOffset, length } = isAligned ? frames : new Uint8Array(frames);
  return new Int16Array(buffer, byteOffset, length / Int16Array.BYTES_PER_ELEMENT);
}

function floatsOf(frames: Uint8Array, mono: Float32Array): void {
  new Uint8Array(mono.buffer).set(frames);
  clip(mono);
}

/** Clips samples to [-1, 1]; throws AudioError for one that is NaN. */
function clip(samples: Float32Array): void {
  for (let at = 0; at < samples.length; at += 1) {
    const sample = samples[at]!;
    if (Number.isNaN(sample)) {
      throw new AudioError("undecodable_audio", "a sample is not a number");
    }
    if (sample > 1) samples[at] = 1;
    else if (sample < -1) samples[at] = -1;
  }
}

/** Measures the levels of the samples of a file before they are decoded. */
export class LevelMeter {
  readonly #reader: EncodingReader;
  readonly #loudAbove: number;
  #rest = new Uint8Array(0);
  #count = 0;
  #loud = 0;
  #peak = 0;

  /** @param loudAbove is the magnitude above which a sample counts as loud */
  constructor(encoding: SampleEncoding, loudAbove: number) {
    this.#reader = ENCODINGS[encoding];
    this.#loudAbove = loudAbove;
  }

  /** Largest magnitude of the samples; those that are NaN do not count. */
  get peak(): number {
    return this.#peak;
  }

  /** The share of samples that are loud. */
  get loudShare(): number {
    return this.#count === 0 ? 0 : this.#loud / this.#count;
  }

  add(piece: Uint8Array): void {
    const { bytes, read } = this.#reader;
    const whole = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
    let at = 0;
    for (; at + bytes <= whole.length; at += bytes) {
      const level = Math.abs(read(view, at));
      if (level > this.#peak) this.#peak = level;
      if (level > this.#loudAbove) this.#loud += 1;
    }
    this.#count += at / bytes;
    this.#rest = new Uint8Array(whole.subarray(at));
  }
}
