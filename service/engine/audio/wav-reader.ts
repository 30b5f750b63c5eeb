import { CHUNK_HEADER_BYTES, RIFF_HEADER_BYTES, UNKNOWN_SIZE } from "#units/wav.ts";
import { createReadStream } from "node:fs";
import { isDeepStrictEqual } from "node:util";
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
/** Start of a WAV file with big-endian numbers and samples. */
const BIG_ENDIAN_KIND = "RIFX";
/** Start of another WAV file behind the samples of one: files that were joined as they are. */
const WAV_KIND = "RIFF";
const MAX_FORMAT_BYTES = 4096;
/** The chunk with the sizes of a file above 4 GB: its first two numbers are the bytes of the file and of the samples. */
const LONG_SIZES = { kind: "ds64", bytes: 16 };
/** Many times what recorders write before the samples. */
const MAX_CHUNKS = 1000;

/** Format of the ids of chunks. */
const CHUNK_KIND = /^[\w-][\w .-]{3}$/;

/** Reads a file from its beginning, each time it is called. */
type OpenFile = () => AsyncIterable<Uint8Array>;

/** The format of the samples of a WAV file, and their position. */
interface WavHead {
  readonly format: WavFormat;
  readonly samples: SamplesPlace;
  readonly isBigEndian: boolean;
}

interface SamplesPlace {
  /** Bytes before the first sample. */
  readonly at: number;
  /** Size of the samples as the file states it; Infinity if it does not. */
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
    const head = await readHead(bytes);
    const { format, samples } = head;
    const { encoding, channels, sampleRate } = format;
    if (bytes.position > samples.at) {
      await bytes.close();
      bytes = new ByteReader(open());
    }
    await bytes.skip(samples.at - bytes.position);
    const frameBytes = bytesPerSample(encoding) * channels;
    const scale = isFloat(encoding) ? await scaleOf(head, open) : 1;
    const data = dataOf(bytes, head, frameBytes);
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
  if (!isWav(riff)) throw undecodable("not a WAV file");
  const isBigEndian = ascii(riff, 0) === BIG_ENDIAN_KIND;
  bytes.isBigEndian = isBigEndian;
  const fileSize = bytes.number(riff, 4);
  const isSizeKnown = fileSize !== UNKNOWN_SIZE && fileSize !== 0;
  let format: WavFormat | undefined;
  let samples: SamplesPlace | undefined;
  let longBytes: number | undefined;
  while (format === undefined || samples === undefined) {
    const chunk = await bytes.chunk();
    const { kind, size } = chunk;
    if (kind === "fmt ") {
      if (size > MAX_FORMAT_BYTES) throw undecodable(`a fmt chunk of ${size} bytes`);
      format = parseWavFormat(await bytes.exactly(size), isBigEndian);
      await bytes.skipPadding(size);
    } else if (kind === LONG_SIZES.kind && size >= LONG_SIZES.bytes && size <= MAX_FORMAT_BYTES) {
      longBytes = longLittleEndian(await bytes.exactly(size), 8);
      await bytes.skipPadding(size);
    } else if (kind === "data" && samples === undefined) {
      const isUnknown = size === UNKNOWN_SIZE || (size === 0 && !isSizeKnown);
      samples = { at: bytes.position, bytes: isUnknown ? (longBytes ?? Infinity) : size };
      if (format === undefined) await bytes.skipContent(samples.bytes);
    } else {
      await bytes.skipContent(size);
    }
  }
  return { format, samples, isBigEndian };
}

/** Yields the bytes of the samples in little-endian order; throws AudioError if there are none. */
async function* dataOf(
  bytes: ByteReader,
  { format, samples, isBigEndian }: WavHead,
  frameBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const width = isBigEndian ? bytesPerSample(format.encoding) : 1;
  let seen = 0;
  try {
    for await (const piece of swapped(chunksOf(bytes, samples.bytes, format), width)) {
      seen += piece.length;
      yield piece;
    }
    if (seen < frameBytes) throw new AudioError("empty_audio", "the WAV file has no samples");
  } finally {
    await bytes.close();
  }
}

/** Yields the bytes of samples of several bytes in the opposite order. */
async function* swapped(pieces: AsyncIterable<Uint8Array>, width: number) {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    if (width === 1) {
      yield piece;
      continue;
    }
    const all = Buffer.concat([rest, piece]);
    const whole = all.length - (all.length % width);
    rest = all.subarray(whole);
    for (let at = 0; at < whole; at += width) all.subarray(at, at + width).reverse();
    if (whole > 0) yield all.subarray(0, whole);
  }
}

/**
 * Yields the bytes of the samples, of all chunks that have some. They extend to the end of the file if their size is unknown or larger than the file,
 * and if no chunk follows them: a recorder that was interrupted has not updated the sizes.
 */
async function* chunksOf(
  bytes: ByteReader,
  first: number,
  format: WavFormat,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let size: number | undefined = first; size !== undefined;) {
    let left = size;
    while (left > 0) {
      const piece = await bytes.some(left);
      if (piece.length === 0) return;
      left -= piece.length;
      yield piece;
    }
    if (!(await bytes.isChunkNext(size % 2)) && !(await bytes.isChunkNext(0))) {
      for (let piece; (piece = await bytes.some(Infinity)).length > 0;) yield piece;
      return;
    }
    await bytes.skipPadding(size);
    size = await furtherSamples(bytes, format);
  }
}

/**
 * Steps over chunks up to further samples and returns their bytes; undefined if there are none. Those of a WAV file that was
 * joined to the first have to be in the same format.
 */
async function furtherSamples(bytes: ByteReader, format: WavFormat): Promise<number | undefined> {
  while (bytes.chunks < MAX_CHUNKS && (await bytes.isMoreThan(CHUNK_HEADER_BYTES))) {
    const { kind, size } = await bytes.chunk();
    if (kind === "data") return size === UNKNOWN_SIZE ? Infinity : size;
    if (kind === WAV_KIND) {
      await bytes.skip(WAV_MARK_BYTES - CHUNK_HEADER_BYTES);
    } else if (kind === "fmt " && size <= MAX_FORMAT_BYTES) {
      const other = parseWavFormat(await bytes.exactly(size), bytes.isBigEndian);
      if (!isDeepStrictEqual(other, format))
        throw undecodable("WAV files of several formats in one");
      await bytes.skipPadding(size);
    } else {
      await bytes.skipContent(size);
    }
  }
  return undefined;
}

/** A mix that is too loud exceeds the full scale of 1, but not by this much, nor in so many samples. */
const OUT_OF_SCALE = { above: 4, share: 0.001 };
/** Full scales of the integers that programs write as floats without dividing them. */
const INTEGER_SCALES = [2 ** 15, 2 ** 23, 2 ** 31];
/** Minimum peak, relative to full scale, of a recording that was divided once too often. */
const MIN_PEAK = 1 / 64;

function isFloat(encoding: SampleEncoding): boolean {
  return encoding === "f32le" || encoding === "f64le";
}

/** Returns the factor that brings the floats of a file to a full scale of 1. */
async function scaleOf(head: WavHead, open: OpenFile) {
  const reader = new ByteReader(open());
  await reader.skip(head.samples.at);
  reader.isBigEndian = head.isBigEndian;
  const meter = new LevelMeter(head.format.encoding, OUT_OF_SCALE.above);
  for await (const piece of dataOf(reader, head, 0)) meter.add(piece);
  const { peak, loudShare } = meter;
  if (loudShare > OUT_OF_SCALE.share) {
    return 1 / (INTEGER_SCALES.find((scale) => peak <= scale) ?? peak);
  }
  const [shortest = 1] = INTEGER_SCALES;
  const isTwiceDivided = peak * shortest <= 1 && peak * shortest >= MIN_PEAK;
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
}

/** Reads the bytes of a file in the lengths that its headers require. */
class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);
  #isEmpty = true;
  #chunks = 0;
  #position = 0;
  /** How numbers are written. */
  isBigEndian = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** Number of bytes read so far. */
  get position(): number {
    return this.#position;
  }

  /** Number of chunks begun so far. */
  get chunks(): number {
    return this.#chunks;
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
    if (this.#chunks > MAX_CHUNKS) {
      throw undecodable(`the WAV file has more than ${MAX_CHUNKS} chunks before its samples`);
    }
    const header = await this.exactly(CHUNK_HEADER_BYTES);
    return { kind: ascii(header, 0), size: this.number(header, 4) };
  }

  /** Steps over the content of a chunk, and over its padding: chunks begin at even offsets, where recorders heed that. */
  async skipContent(size: number): Promise<void> {
    await this.skip(size);
    await this.skipPadding(size);
  }

  /** Steps over the byte behind a content of odd length, unless the next chunk begins there. */
  async skipPadding(size: number): Promise<void> {
    if (size % 2 === 0) return;
    if ((await this.isChunkNext(1)) || !(await this.isChunkNext(0))) await this.skip(1);
  }

  /** Returns whether more bytes than these are left; consumes nothing. */
  async isMoreThan(count: number): Promise<boolean> {
    while (this.#rest.length <= count) {
      const piece = await this.#pieces.next();
      if (piece.done === true) return false;
      this.#rest = Buffer.concat([this.#rest, piece.value]);
    }
    return true;
  }

  number(bytes: Uint8Array, at: number): number {
    return uint32(bytes, at, !this.isBigEndian);
  }

  /** Returns the next bytes, at most `max`; none at the end of the file. */
  async some(max: number): Promise<Uint8Array> {
    while (this.#rest.length === 0) {
      const piece = await this.#pieces.next();
      if (piece.done === true) return new Uint8Array(0);
      this.#rest = piece.value;
    }
    this.#isEmpty = false;
    const some = this.#rest.subarray(0, max);
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

function uint32(bytes: Uint8Array, at: number, isLittleEndian: boolean): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(
    at,
    isLittleEndian,
  );
}

function longLittleEndian(bytes: Uint8Array, at: number): number {
  return uint32(bytes, at, true) + uint32(bytes, at + 4, true) * 2 ** 32;
}
