/** Runs the two networks of the acoustic model: a phrase and a voice to frames for the vocoder. */

import { InferenceSession, Tensor } from "onnxruntime-node";

import type { Phrase } from "./phrase.ts";
import { ONE_THREAD } from "./session-options.ts";
import { CELL_FEATURES, layOut, type Timing } from "./timing.ts";

/** How many cells are decoded at a time; it changes when frames come, not what they are. */
export interface Chunks {
  readonly first: number;
  readonly later: number;
}

/** Few at first so that sound starts soon, then more to waste less. */
const CHUNKS: Chunks = { first: 40, later: 200 };

export class AcousticModel {
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;
  /** Cells on each side that the decoder looks at. */
  readonly #context: number;

  private constructor(encoder: InferenceSession, decoder: InferenceSession, context: number) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#context = context;
  }

  /** Loads both networks; rejects where a file is no network. */
  static async load(
    encoderFile: string,
    decoderFile: string,
    context: number,
  ): Promise<AcousticModel> {
    const [encoder, decoder] = await Promise.all(
      [encoderFile, decoderFile].map((file) => InferenceSession.create(file, ONE_THREAD)),
    );
    return new AcousticModel(encoder!, decoder!, context);
  }

  /** Yields the frames of a phrase, `FRAME_VALUES` numbers each, in order. `speed` divides every length. */
  async *frames(
    phrase: Phrase,
    voice: Float32Array,
    speed: number,
    chunks = CHUNKS,
  ): AsyncGenerator<Float32Array> {
    const voiceTensor = new Tensor("float32", voice, [1, voice.length]);
    const encoded = await this.#encoder.run({
      symbols: integers(phrase.symbols),
      marks: integers(phrase.marks),
      progress: new Tensor("float32", Float32Array.from(phrase.progress), [
        1,
        phrase.progress.length,
      ]),
      voice: voiceTensor,
    });
    const hidden = encoded["hidden"]!;
    const timing = layOut(encoded["log_frames"]!.data as Float32Array, speed);
    const total = timing.symbolOfCell.length;
    for (let from = 0; from < total;) {
      const to = Math.min(total, from + (from === 0 ? chunks.first : chunks.later));
      yield await this.#decode(hidden, timing, voiceTensor, from, to);
      from = to;
    }
  }

  async #decode(
    hidden: Tensor,
    timing: Timing,
    voice: Tensor,
    from: number,
    to: number,
  ): Promise<Float32Array> {
    const first = Math.max(0, from - this.#context);
    const end = Math.min(timing.symbolOfCell.length, to + this.#context);
    const cells = gatherCells(hidden, timing, first, end);
    const { frames } = await this.#decoder.run({ cells, voice });
    const perCell = frames!.size / (end - first);
    return (frames!.data as Float32Array).subarray(
      (from - first) * perCell,
      (to - first) * perCell,
    );
  }
}

function integers(values: readonly number[]): Tensor {
  return new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
}

/** Returns (1, width + CELL_FEATURES, cells): what the encoder says of each cell's symbol, and where in it the cell lies. */
function gatherCells(hidden: Tensor, timing: Timing, first: number, end: number): Tensor {
  const [, width = 0, symbols = 0] = hidden.dims;
  const source = hidden.data as Float32Array;
  const length = end - first;
  const cells = new Float32Array((width + CELL_FEATURES) * length);
  for (let row = 0; row < width; row += 1) {
    for (let cell = 0; cell < length; cell += 1) {
      cells[row * length + cell] = source[row * symbols + timing.symbolOfCell[first + cell]!]!;
    }
  }
  timing.features.forEach((values, row) =>
    cells.set(values.subarray(first, end), (width + row) * length),
  );
  return new Tensor("float32", cells, [1, width + CELL_FEATURES, length]);
}
