import { createReadStream } from "node:fs";
import { AudioError } from "./audio-error.ts";
import { bytesPerSample, isPlainInt16, SampleDecoder } from "./sample-decoder.ts";
import { parseWavFormat, type WavFormat } from "./wav-format.ts";

/** A WAV file that is being read. */
export interface WavAudio {
  readonly sampleRate: number;
  /** Channels in the file; `samples` are their mean. */
  readonly channels: number;
  /** Mono samples in [-1, 1], to be read once; ends in an AudioError where the file has none or breaks off badly. */
  readonly samples: AsyncIterable<Float32Array>;
  /** Instead of `samples`, the same as the file has them; undefined unless those are mono in 16 bits. */
  readonly int16Samples: AsyncIterable<Int16Array> | undefined;
}

/** Bytes at the beginning of a file that tell whether it is a WAV file. */
export const WAV_MARK_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const MAX_FORMAT_BYTES = 4096;
const UNKNOWN_SIZE = 0xffffffff;
/** Many times what recorders write before the samples. */
const MOST_CHUNKS = 1000;

/** Says whether a file with these first bytes is a WAV file. */
export function isWav(bytes: Uint8Array): boolean {
  const kind = ascii(bytes, 0);
  return (kind === "RIFF" || kind === "RF64") && ascii(bytes, 8) === "WAVE";
}

/** Reads a WAV file's format and leaves the rest; throws AudioError. */
export async function readWavFormat(source: AsyncIterable<Uint8Array>): Promise<WavFormat> {
  const bytes = new ByteReader(source);
  try {
    return (await readHead(bytes)).format;
  } finally {
    await bytes.close();
  }
}

/** Opens a WAV file from its path or its bytes and reads on to its format; throws AudioError. */
export async function openWav(source: string | AsyncIterable<Uint8Array>): Promise<WavAudio> {
  const bytes = new ByteReader(typeof source === "string" ? createReadStream(source) : source);
  try {
    const { format, isSizeKnown } = await readHead(bytes);
    const { encoding, channels, sampleRate } = format;
    const data = dataOf(bytes, isSizeKnown, bytesPerSample(encoding) * channels);
    const decoder = new SampleDecoder(encoding, channels);
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

async function readHead(bytes: ByteReader) {
  const riff = await bytes.exactly(WAV_MARK_BYTES);
  if (!isWav(riff)) throw undecodable("not a WAV file");
  const size = littleEndian(riff, 4);
  const isSizeKnown = size !== UNKNOWN_SIZE && size !== 0;
  for (;;) {
    const chunk = await bytes.chunk();
    if (chunk.kind === "data") throw undecodable("the WAV file has samples before their format");
    if (chunk.kind !== "fmt ") await bytes.skip(chunk.paddedSize);
    else if (chunk.size > MAX_FORMAT_BYTES) throw undecodable(`a fmt chunk of ${chunk.size} bytes`);
    else return { format: parseWavFormat(await bytes.exactly(chunk.paddedSize)), isSizeKnown };
  }
}

/**
 * Yields the bytes of the samples. A data chunk of unknown size (0xFFFFFFFF, or 0 where the RIFF size is unknown too)
 * reaches to the end of the file, and so does one that claims more than there is.
 */
async function* dataOf(
  bytes: ByteReader,
  isSizeKnown: boolean,
  frameBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    let chunk = await bytes.chunk();
    while (chunk.kind !== "data") {
      await bytes.skip(chunk.paddedSize);
      chunk = await bytes.chunk();
    }
    const reachesTheEnd = chunk.size === UNKNOWN_SIZE || (chunk.size === 0 && !isSizeKnown);
    let left = reachesTheEnd ? Infinity : chunk.size;
    let seen = 0;
    for (let piece; left > 0 && (piece = await bytes.some(left)).length > 0; left -= piece.length) {
      seen += piece.length;
      yield piece;
    }
    if (seen < frameBytes) throw new AudioError("empty_audio", "the WAV file has no samples");
  } finally {
    await bytes.close();
  }
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
  /** Chunks begin at even places. */
  readonly paddedSize: number;
}

/** Reads the bytes of a file in the lengths that its headers ask for. */
class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);
  #isEmpty = true;
  #chunks = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** Reads on to the contents of the next chunk; throws AudioError at the end of the file, or after too many chunks. */
  async chunk(): Promise<Chunk> {
    this.#chunks += 1;
    if (this.#chunks > MOST_CHUNKS) {
      throw undecodable(`the WAV file has more than ${MOST_CHUNKS} chunks before its samples`);
    }
    const header = await this.exactly(CHUNK_HEADER_BYTES);
    const size = littleEndian(header, 4);
    return { kind: ascii(header, 0), size, paddedSize: size + (size % 2) };
  }

  /** Returns the next bytes, at most so many; none at the end of the file. */
  async some(most: number): Promise<Uint8Array> {
    while (this.#rest.length === 0) {
      const piece = await this.#pieces.next();
      if (piece.done === true) return new Uint8Array(0);
      this.#rest = piece.value;
    }
    this.#isEmpty = false;
    const some = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(some.length);
    return some;
  }

  /** Returns so many bytes; throws AudioError where there are fewer. */
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
