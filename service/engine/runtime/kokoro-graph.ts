/** Runs Kokoro's graph, which turns tokens and a style into the samples of a piece of speech. */

import { InferenceSession, Tensor } from "onnxruntime-node";
import { ONE_THREAD } from "../model/session-options.ts";
import { bytesWithOutput, outputNames } from "./onnx-graph.ts";

/** Samples per second of what the graph answers. */
export const KOKORO_RATE = 24_000;
/** Length of a style vector. */
export const STYLE_NUMBERS = 256;

/** The name of the input with the tokens, which differs between published files. */
const TOKEN_INPUTS = ["tokens", "input_ids"];
const OTHER_INPUTS = ["style", "speed"];
/** Stands before the first token and after the last one. */
const PADDING = 0n;

/** The graph's output for a piece. */
export interface GraphSpeech {
  /** Mono, at `KOKORO_RATE`. */
  readonly samples: Float32Array;
  /** The sample at which each token begins, and the last one ends; undefined where the graph does not tell. */
  readonly edges: readonly number[] | undefined;
}

export class KokoroGraph {
  readonly #session: InferenceSession;
  readonly #tokenInput: string;
  readonly #audioOutput: string;
  readonly #durations: string | undefined;

  private constructor(session: InferenceSession, durations: string | undefined) {
    this.#session = session;
    this.#tokenInput = tokenInputOf(session);
    const audio = session.outputNames.find((name) => name !== durations);
    if (audio === undefined) throw new TypeError("has no output for samples");
    this.#audioOutput = audio;
    this.#durations = durations;
  }

  /**
   * Loads the graph; `durations` names its value with how many frames each token lasts, an output or not. Rejects where the
   * file is no such graph.
   */
  static async load(file: string, durations: string | undefined): Promise<KokoroGraph> {
    const isInner = durations !== undefined && !outputNames(file).includes(durations);
    const session = isInner
      ? await InferenceSession.create(await bytesWithOutput(file, durations), ONE_THREAD)
      : await InferenceSession.create(file, ONE_THREAD);
    return new KokoroGraph(session, durations);
  }

  /** Speaks tokens in a style of `STYLE_NUMBERS` numbers; `speed` divides their durations. */
  async speak(tokens: readonly number[], style: Float32Array, speed: number): Promise<GraphSpeech> {
    const padded = [PADDING, ...tokens.map(BigInt), PADDING];
    const answer = await this.#session.run({
      [this.#tokenInput]: new Tensor("int64", BigInt64Array.from(padded), [1, padded.length]),
      style: new Tensor("float32", style, [1, STYLE_NUMBERS]),
      speed: new Tensor("float32", [speed], [1]),
    });
    const samples = answer[this.#audioOutput]!.data as Float32Array;
    if (this.#durations === undefined) return { samples, edges: undefined };
    const durations = answer[this.#durations]!.data as ArrayLike<number | bigint>;
    return { samples, edges: edgesOf(Array.from(durations, Number), samples.length) };
  }
}

function tokenInputOf({ inputNames }: InferenceSession): string {
  const tokens = TOKEN_INPUTS.find((name) => inputNames.includes(name));
  const isMissing = OTHER_INPUTS.some((name) => !inputNames.includes(name));
  if (tokens === undefined || isMissing || inputNames.length > 1 + OTHER_INPUTS.length) {
    const wanted = `${TOKEN_INPUTS.join(" or ")}, ${OTHER_INPUTS.join(" and ")}`;
    throw new TypeError(`reads ${inputNames.join(", ")} in place of ${wanted}`);
  }
  return tokens;
}

/** Returns at which samples the tokens between the two paddings begin and end, from how many frames each has; all frames are equally long. */
function edgesOf(frames: readonly number[], samples: number): readonly number[] {
  const all = frames.reduce((sum, count) => sum + count, 0);
  const perFrame = all === 0 ? 0 : samples / all;
  let before = 0;
  return frames.slice(0, -1).map((count) => {
    before += count;
    return before * perFrame;
  });
}
