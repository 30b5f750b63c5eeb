import { createReadStream } from "node:fs";
import { isPlainInt16, SampleDecoder } from "./sample-decoder.ts";
import type { WavFormat } from "./wav-format.ts";
import { WavParser } from "./wav-parser.ts";

/** A WAV file that is being read. */
export interface WavAudio {
  /** Samples per second, as the file has them. */
  readonly sampleRate: number;
  /** Channels in the file; `samples` are their mean. */
  readonly channels: number;
  /** Mono samples in [-1, 1], to be read once; ends in an AudioError where the file has none or breaks off badly. */
  readonly samples: AsyncIterable<Float32Array>;
  /** Instead of `samples`, the same as the file has them; undefined unless those are mono in 16 bits. */
  readonly int16Samples: AsyncIterable<Int16Array> | undefined;
}

/** Opens a WAV file from its path or its bytes and reads on to its format; throws AudioError. */
export async function openWav(source: string | AsyncIterable<Uint8Array>): Promise<WavAudio> {
  const bytes: AsyncIterable<Uint8Array> =
    typeof source === "string" ? createReadStream(source) : source;
  const pieces = bytes[Symbol.asyncIterator]();
  const parser = new WavParser();
  try {
    const first = await readToFormat(parser, pieces);
    const data = dataOf(parser, pieces, first.data);
    const { encoding, channels, sampleRate } = first.format;
    const decoder = new SampleDecoder(encoding, channels);
    return {
      sampleRate,
      channels,
      samples: decoded(data, (bytes) => decoder.decode(bytes)),
      int16Samples: isPlainInt16(encoding, channels)
        ? decoded(data, (bytes) => decoder.decodeInt16(bytes))
        : undefined,
    };
  } catch (error) {
    await pieces.return?.();
    throw error;
  }
}

async function readToFormat(
  parser: WavParser,
  pieces: AsyncIterator<Uint8Array>,
): Promise<{ readonly data: Uint8Array; readonly format: WavFormat }> {
  for (;;) {
    const piece = await pieces.next();
    const data = piece.done ? new Uint8Array(0) : parser.push(piece.value);
    if (piece.done) parser.end();
    const { format } = parser;
    if (format !== undefined) return { data, format };
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

/** The bytes of the samples. */
async function* dataOf(
  parser: WavParser,
  pieces: AsyncIterator<Uint8Array>,
  first: Uint8Array,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (first.length > 0) yield first;
    while (!parser.isDone) {
      const piece = await pieces.next();
      if (piece.done) break;
      const data = parser.push(piece.value);
      if (data.length > 0) yield data;
    }
    parser.end();
  } finally {
    await pieces.return?.();
  }
}
