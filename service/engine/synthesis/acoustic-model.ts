/** Runs the two networks of the acoustic model, which turn a phrase and a voice into frames for the vocoder. */

import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Phrase } from "./phrase.ts";
import { ONE_THREAD } from "../model/session-options.ts";
import { BANDS, FRAME_VALUES } from "./spectrum.ts";

/** Number of cells decoded at a time: few at first so that sound starts soon, then more to waste less. */
const CHUNKS = { first: 40, later: 120 };

/** Fade-in of a phrase, in nepers of power: the teacher model begins a sentence abruptly, which sounds like a click. */
const ONSET = { frames: 5, perFrame: 0.8 } as const;

interface FrameOptions {
  readonly chunks?: typeof CHUNKS;
  readonly laidOut?: (edgesSeconds: readonly number[]) => void;
}

export class AcousticModel {
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;
  readonly #context: number;

  private constructor(encoder: InferenceSession, decoder: InferenceSession, context: number) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#context = context;
  }

  /** Loads both networks; rejects where a file is not a network. */
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

  /**
   * Yields the frames of a phrase, `FRAME_VALUES` numbers each, in order. `speed` divides every duration, or that of each symbol;
   * `laidOut` is called before, with the seconds at which each symbol begins and the last one ends.
   */
  async *frames(
    phrase: Phrase,
    voice: Float32Array,
    speed: number | readonly number[],
    { chunks = CHUNKS, laidOut }: FrameOptions = {},
  ): AsyncGenerator<Float32Array> {
    const voiceTensor = new Tensor("float32", voice, [1, voice.length]);
    const encoded = await this.#encoder.run({
      symbols: integers(phrase.symbols),
      marks: integers(phrase.marks),
      progress: new Tensor("float32", phrase.progress, [1, phrase.progress.length]),
      voice: voiceTensor,
    });
    const hidden = encoded["hidden"]!;
    const timing = layOut(encoded["log_frames"]!.data as Float32Array, speed);
    const total = timing.symbolOfCell.length;
    laidOut?.(timing.edges.map((frames) => frames * FRAME_SECONDS));
    for (let from = 0; from < total;) {
      const to = Math.min(total, from + (from === 0 ? chunks.first : chunks.later));
      const frames = await this.#decode(hidden, timing, voiceTensor, from, to);
      soften(frames, from * FRAMES_PER_CELL);
      yield frames;
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

/** Fades in the first frames of a phrase, in place; `first` is the index in the phrase of the first of `frames`. */
function soften(frames: Float32Array, first: number): void {
  const count = Math.min(ONSET.frames - first, frames.length / FRAME_VALUES);
  for (let at = 0; at < count; at += 1) {
    const start = at * FRAME_VALUES;
    for (let band = start; band < start + BANDS; band += 1) {
      frames[band] = frames[band]! - (ONSET.frames - first - at) * ONSET.perFrame;
    }
  }
}

function integers(values: readonly number[]): Tensor {
  return new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
}

/** Returns (1, width + CELL_FEATURES, cells): the encoder's output for each cell's symbol, and the cell's position in it. */
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

/** Number of features of the position of a cell in its symbol. */
const CELL_FEATURES = 5;

const FRAMES_PER_CELL = 2;
export const FRAME_SECONDS = 0.005;
const NEAR_FRAMES = 20;
const MIN_FRAMES = 0.5;
const MAX_FRAMES = 200;

interface Timing {
  /** Index of the symbol of each cell. */
  readonly symbolOfCell: Uint32Array;
  /** `CELL_FEATURES` rows of one value per cell. */
  readonly features: readonly Float32Array[];
  /** Where each symbol begins, and the last one ends, in frames. */
  readonly edges: readonly number[];
}

/**
 * Returns the timing of symbols from the logarithms of their durations in 5 ms frames, divided by `speed`, of all or of each; the same as `cells`
 * in service/training/synthesis/train.py.
 */
export function layOut(logFrames: Float32Array, speed: number | readonly number[]): Timing {
  const edges = [0];
  for (const [symbol, value] of logFrames.entries()) {
    const symbolSpeed = typeof speed === "number" ? speed : speed[symbol]!;
    edges.push(edges.at(-1)! + Math.min(Math.exp(value), MAX_FRAMES) / symbolSpeed);
  }
  const count = Math.max(1, Math.round(edges.at(-1)! / FRAMES_PER_CELL));
  const symbolOfCell = new Uint32Array(count);
  const features = Array.from({ length: CELL_FEATURES }, () => new Float32Array(count));
  for (let cell = 0, symbol = 0; cell < count; cell += 1) {
    const centre = cell * FRAMES_PER_CELL + FRAMES_PER_CELL / 2;
    while (symbol < logFrames.length - 1 && edges[symbol + 1]! <= centre) symbol += 1;
    symbolOfCell[cell] = symbol;
    cellFeatures(centre, edges[symbol]!, edges[symbol + 1]!).forEach((value, row) => {
      features[row]![cell] = value;
    });
  }
  return { symbolOfCell, features, edges };
}

function cellFeatures(centre: number, start: number, end: number): number[] {
  const length = Math.max(end - start, MIN_FRAMES);
  const part = Math.min(1, Math.max(0, (centre - start) / length));
  const near = (distance: number) => Math.min(Math.max(distance, 0), NEAR_FRAMES) / NEAR_FRAMES;
  return [part, 1 - part, Math.log(length), near(centre - start), near(end - centre)];
}
