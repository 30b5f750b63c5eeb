import { createReadStream } from "node:fs";
import { WavParser } from "./wav-parser.ts";

/** A WAV file that is being read. */
export interface WavAudio {
  /** Samples per second, as the file has them. */
  readonly sampleRate: number;
  /** Channels in the file; `samples` are their mean. */
  readonly channels: number;
  /** Mono samples in [-1, 1], to be read once; ends in an AudioError where the file has none or breaks off badly. */
  readonly samples: AsyncIterable<Float32Array>;
}

/** Opens a WAV file from its path or its bytes and reads on to its format; throws AudioError. */
export async function openWav(source: string | AsyncIterable<Uint8Array>): Promise<WavAudio> {
  const bytes: AsyncIterable<Uint8Array> =
    typeof source === "string" ? createReadStream(source) : source;
  const pieces = bytes[Symbol.asyncIterator]();
  const parser = new WavParser();
  try {
    const first = await readToFormat(parser, pieces);
    return { ...first.format, samples: samplesOf(parser, pieces, first.samples) };
  } catch (error) {
    await pieces.return?.();
    throw error;
  }
}

async function readToFormat(parser: WavParser, pieces: AsyncIterator<Uint8Array>) {
  for (;;) {
    const piece = await pieces.next();
    const samples = piece.done ? new Float32Array(0) : parser.push(piece.value);
    if (piece.done) parser.end();
    const { format } = parser;
    if (format !== undefined) {
      return { samples, format: { sampleRate: format.sampleRate, channels: format.channels } };
    }
  }
}

async function* samplesOf(
  parser: WavParser,
  pieces: AsyncIterator<Uint8Array>,
  first: Float32Array,
): AsyncGenerator<Float32Array, void, undefined> {
  try {
    if (first.length > 0) yield first;
    while (!parser.isDone) {
      const piece = await pieces.next();
      if (piece.done) break;
      const samples = parser.push(piece.value);
      if (samples.length > 0) yield samples;
    }
    parser.end();
  } finally {
    await pieces.return?.();
  }
}
