import { CHUNK_HEADER_BYTES, RIFF_HEADER_BYTES, UNKNOWN_SIZE } from "#units/wav.ts";
import { createReadStream } from "node:fs";
import { AudioError } from "./audio-error.ts";
import type { ReadChannel } from "./channels.ts";
import { isWav } from "./containers.ts";
import {
  bytesPerSample,
  isPlainInt16,
  LevelMeter,
  SampleDecoder,
  type SampleEncoding,
} from "./sample-decoder.ts";
import { parseWavFormat, type WavFormat } from "./wav-format.ts";

/** A WAV file that is being read. */
export interface WavAudio {
  readonly sampleRate: number;
  /** Channels in the file; `samples` are their mean, or the one that is read. */
  readonly channels: number;
  /** Mono samples in [-1, 1], to be read once; throws AudioError if the file has none, or an invalid one. */
  readonly samples: AsyncIterable<Float32Array>;
  /** The samples as they are in the file, to be read instead of `samples`; undefined unless they are mono in 16 bits. */
  readonly int16Samples: AsyncIterable<Int16Array> | undefined;
}

/** Bytes at the beginning of a file that tell whether it is a WAV file. */
export const WAV_MARK_BYTES = RIFF_HEADER_BYTES;
/** Start of a WAV file with big-endian numbers, which FFmpeg reads. */
const BIG_ENDIAN_KIND = "RIFX";
const MAX_FORMAT_BYTES = 4096;
/** The chunk with the sizes of a file above 4 GB: its first two numbers are the bytes of the file and of the samples. */
const LONG_SIZES = { kind: "ds64", bytes: 16 };
/** Many times what recorders write before the samples. */
const MOST_CHUNKS = 1000;

/** Format of the ids of chunks. */
const CHUNK_KIND = /^[\w-][\w .-]{3}$/;

/** Reads a file from its beginning, each time it is called. */
type OpenFile = () => AsyncIterable<Uint8Array>;

/** The format of the samples of a WAV file, and their position. */
interface WavHead {
  readonly format: WavFormat;
  readonly samples: SamplesPlace;
}

interface SamplesPlace {
  /** Bytes before the first sample. */
  readonly at: number;
  /** As the file states it; Infinity if it does not. */
  readonly bytes: number;
}

/** Reads only the format of a WAV file; throws AudioError. */
export async function readWavFormat(open: OpenFile): Promise<WavFormat> {
  const bytes = new ByteReader(open());
  try {
    return (await readHead(bytes)).format;
  } finally {
    await bytes.close();
  }
}

/** Opens a WAV file, given as a path or a function that reads it, and reads up to its samples; throws AudioError. */
export async function openWav(
  file: string | OpenFile,
  channel: ReadChannel = "mixed",
): Promise<WavAudio> {
  const open = typeof file === "string" ? () => createReadStream(file) : file;
  let bytes = new ByteReader(open());
  try {
    const { format, samples } = await readHead(bytes);
    const { encoding, channels, sampleRate } = format;
    if (bytes.position > samples.at) {
      await bytes.close();
      bytes = new ByteReader(open());
    }
    await bytes.skip(samples.at - bytes.position);
    const frameBytes = bytesPerSample(encoding) * channels;
    const scale = isFloat(encoding) ? await scaleOf(format, samples, open) : 1;
    const data = dataOf(bytes, samples.bytes, frameBytes);
    const decoder = new SampleDecoder(encoding, channels, scale, channel);
    return {
      sampleRate,
      channels,
      samples: decoded(data, (piece) => decoder.decode(piece)),
      int16Samples: isPlainInt16(encoding, channels)
        ? decoded(data, (piece) => decoder.decodeInt16(piece))
        : undefined,
    };
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

/** Reads chunks up to the samples, or up to the format if that comes after them. */
async function readHead(bytes: ByteReader): Promise<WavHead> {
  const riff = await bytes.exactly(WAV_MARK_BYTES);
  if (!isWav(riff) || ascii(riff, 0) === BIG_ENDIAN_KIND) throw undecodable("not a WAV file");
  const fileSize = littleEndian(riff, 4);
  const isSizeKnown = fileSize !== UNKNOWN_SIZE && fileSize !== 0;
  let format: WavFormat | undefined;
  let samples: SamplesPlace | undefined;
  let longBytes: number | undefined;
  while (format === undefined || samples === undefined) {
    const chunk = await bytes.chunk();
    const { kind, size, paddedSize } = chunk;
    if (kind === "fmt ") {
      if (size > MAX_FORMAT_BYTES) throw undecodable(`a fmt chunk of ${size} bytes`);
      format = parseWavFormat(await bytes.exactly(paddedSize));
    } else if (kind === LONG_SIZES.kind && size >= LONG_SIZES.bytes && size <= MAX_FORMAT_BYTES) {
      longBytes = longLittleEndian(await bytes.exactly(paddedSize), 8);
    } else if (kind === "data" && samples === undefined) {
      const isUnknown = size === UNKNOWN_SIZE || (size === 0 && !isSizeKnown);
      samples = { at: bytes.position, bytes: isUnknown ? (longBytes ?? Infinity) : size };
      if (format === undefined) await bytes.skip(isUnknown ? samples.bytes : paddedSize);
    } else {
      await bytes.skip(paddedSize);
    }
  }
  return { format, samples };
}

/**
 * Yields the bytes of the samples. They extend to the end of the file if their size is unknown or larger than the file,
 * and if no chunk follows them: a recorder that was interrupted has not updated the sizes.
 */
async function* dataOf(
  bytes: ByteReader,
  size: number,
  frameBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    let seen = 0;
    const isWhole = () => seen >= size;
    while (!isWhole()) {
      const piece = await bytes.some(size - seen);
      if (piece.length === 0) break;
      seen += piece.length;
      yield piece;
    }
    if (isWhole() && !(await bytes.isChunkNext(size % 2))) {
      for (let piece; (piece = await bytes.some(Infinity)).length > 0; seen += piece.length) {
        yield piece;
      }
    }
    if (seen < frameBytes) throw new AudioError("empty_audio", "the WAV file has no samples");
  } finally {
    await bytes.close();
  }
}

/** A mix that is too loud exceeds the full scale of 1, but not by this much, nor in so many samples. */
const OUT_OF_SCALE = { above: 4, share: 0.001 };
/** Full scales of the integers that programs write as floats without dividing them. */
const INTEGER_SCALES = [2 ** 15, 2 ** 23, 2 ** 31];
/** Minimum peak, relative to full scale, of a recording that was divided once too often. */
const LEAST_PEAK = 1 / 64;

function isFloat(encoding: SampleEncoding): boolean {
  return encoding === "f32le" || encoding === "f64le";
}

/** Returns the factor that brings the floats of a file to a full scale of 1. */
async function scaleOf(format: WavFormat, { at, bytes }: SamplesPlace, open: OpenFile) {
  const reader = new ByteReader(open());
  await reader.skip(at);
  const meter = new LevelMeter(format.encoding, OUT_OF_SCALE.above);
  for await (const piece of dataOf(reader, bytes, 0)) meter.add(piece);
  const { peak, loudShare } = meter;
  if (loudShare > OUT_OF_SCALE.share) {
    return 1 / (INTEGER_SCALES.find((scale) => peak <= scale) ?? peak);
  }
  const [shortest = 1] = INTEGER_SCALES;
  const isTwiceDivided = peak * shortest <= 1 && peak * shortest >= LEAST_PEAK;
  return isTwiceDivided ? shortest : 1;
}

async function* decoded<Samples extends { readonly length: number }>(
  data: AsyncIterable<Uint8Array>,
  decode: (bytes: Uint8Array) => Samples,
): AsyncGenerator<Samples, void, undefined> {
  for await (const bytes of data) {
    const samples = decode(bytes);
    if (samples.length > 0) yield samples;
  }
}

interface Chunk {
  readonly kind: string;
  readonly size: number;
  /** Size with padding: chunks begin at even offsets. */
  readonly paddedSize: number;
}

/** Reads the bytes of a file in the lengths that its headers require. */
class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);
  #isEmpty = true;
  #chunks = 0;
  #position = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** Number of bytes read so far. */
  get position(): number {
    return this.#position;
  }

  /** Returns whether the header of a chunk, or the end of the file, follows after some padding; consumes nothing. */
  async isChunkNext(padding: number): Promise<boolean> {
    const room = padding + CHUNK_HEADER_BYTES;
    while (this.#rest.length < room) {
      const piece = await this.#pieces.next();
      if (piece.done === true) return this.#rest.length <= padding;
      this.#rest = Buffer.concat([this.#rest, piece.value]);
    }
    return CHUNK_KIND.test(ascii(this.#rest, padding));
  }

  /** Reads up to the content of the next chunk; throws AudioError at the end of the file, or after too many chunks. */
  async chunk(): Promise<Chunk> {
    this.#chunks += 1;
    if (this.#chunks > MOST_CHUNKS) {
      throw undecodable(`the WAV file has more than ${MOST_CHUNKS} chunks before its samples`);
    }
    const header = await this.exactly(CHUNK_HEADER_BYTES);
    const size = littleEndian(header, 4);
    return { kind: ascii(header, 0), size, paddedSize: size + (size % 2) };
  }

  /** Returns the next bytes, at most `most`; none at the end of the file. */
  async some(most: number): Promise<Uint8Array> {
    while (this.#rest.length === 0) {
      const piece = await this.#pieces.next();
      if (piece.done === true) return new Uint8Array(0);
      this.#rest = piece.value;
    }
    this.#isEmpty = false;
    const some = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(some.length);
    this.#position += some.length;
    return some;
  }

  /** Returns exactly `count` bytes; throws AudioError if there are fewer. */
  async exactly(count: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(count);
    for (let at = 0; at < count;) {
      const some = await this.some(count - at);
      if (this.#isEmpty) throw new AudioError("empty_audio", "the audio has no bytes");
      if (some.length === 0) throw undecodable("the WAV file ends before its samples");
      bytes.set(some, at);
      at += some.length;
    }
    return bytes;
  }

  async skip(count: number): Promise<void> {
    for (let left = count, some; left > 0; left -= some.length) {
      some = await this.some(left);
      if (some.length === 0) return;
    }
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}

function undecodable(message: string): AudioError {
  return new AudioError("undecodable_audio", message);
}

function ascii(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function littleEndian(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);
}

function longLittleEndian(bytes: Uint8Array, at: number): number {
  return littleEndian(bytes, at) + littleEndian(bytes, at + 4) * 2 ** 32;
}
