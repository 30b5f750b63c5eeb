import { InferenceSession, Tensor } from "onnxruntime-node";
import { ONE_THREAD } from "../model/session-options.ts";

/** Sample rate in Hz of the network's input. */
export const SAMPLE_RATE = 16_000;

/** Keys and values of the decoder's cross-attention, for one segment of audio. */
export interface EncodedAudio {
  /** [layers, heads, size, frames] */
  readonly keys: Tensor;
  /** [layers, heads, frames, size] */
  readonly values: Tensor;
}

/** Keys and values of the decoder's self-attention, one row for each text that it writes. */
export interface Memory {
  /** [layers, rows, heads, tokens, size] */
  readonly keys: Tensor;
  readonly values: Tensor;
}

/** The decoder's output after tokens. */
export interface Written {
  /** [rows, tokens, vocabulary]: natural logarithms of the probabilities of the next token. */
  readonly logProbabilities: Float32Array;
  readonly memory: Memory;
  /** [heads, rows, tokens, frames]: attention to the audio, of the heads that follow the speech. */
  readonly attention: Tensor;
}

/** Sizes, which a run on silence shows. */
interface Sizes {
  readonly layers: number;
  readonly heads: number;
  readonly size: number;
}

const ENCODER = { inputs: ["samples", "padding"], outputs: ["keys", "values"] };
const DECODER = {
  inputs: ["tokens", "origins", "past_keys", "past_values", "keys", "values"],
  outputs: ["log_probs", "next_keys", "next_values", "attention"],
};
const TRIAL_SAMPLES = 1600;

/**
 * A Whisper network in onnxruntime, on one thread: an encoder of whole segments, and a decoder that writes their text token by
 * token.
 */
export class AttentionNetwork {
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;
  readonly #sizes: Sizes;
  readonly #padding: number;

  private constructor(
    encoder: InferenceSession,
    decoder: InferenceSession,
    sizes: Sizes,
    padding: number,
  ) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#sizes = sizes;
    this.#padding = padding;
  }

  /**
   * Loads both ONNX files and runs them once on silence; throws when they are not such a network of `vocabulary` tokens. Each
   * segment is followed by `paddingSeconds` of silence, by which the network recognises the end of the text.
   */
  static async load(
    encoderFile: string,
    decoderFile: string,
    {
      vocabulary,
      paddingSeconds,
    }: { readonly vocabulary: number; readonly paddingSeconds: number },
  ): Promise<AttentionNetwork> {
    const encoder = await InferenceSession.create(encoderFile, ONE_THREAD);
    checkNames("encoder", encoder, ENCODER);
    const decoder = await InferenceSession.create(decoderFile, ONE_THREAD);
    checkNames("decoder", decoder, DECODER);
    const padding = Math.round(paddingSeconds * SAMPLE_RATE);
    const { keys } = await encode(encoder, new Float32Array(TRIAL_SAMPLES), padding);
    const [layers, heads, size] = keys.dims;
    if (keys.dims.length !== 4) throw new Error(`keys have ${keys.dims.length} dimensions, not 4`);
    const sizes = { layers: layers!, heads: heads!, size: size! };
    const network = new AttentionNetwork(encoder, decoder, sizes, padding);
    const audio = await network.encode(new Float32Array(TRIAL_SAMPLES));
    const { logProbabilities } = await network.write(audio, [[0]], network.emptyMemory(), [0]);
    if (logProbabilities.length !== vocabulary) {
      throw new Error(`it writes ${logProbabilities.length} tokens, not ${vocabulary}`);
    }
    return network;
  }

  /** Encodes mono samples in [-1, 1] at 16 kHz. */
  encode(samples: Float32Array): Promise<EncodedAudio> {
    return encode(this.#encoder, samples, this.#padding);
  }

  /** Returns the decoder's memory before the first token. */
  emptyMemory(): Memory {
    const { layers, heads, size } = this.#sizes;
    const none = () => new Tensor("float32", new Float32Array(0), [layers, 1, heads, 0, size]);
    return { keys: none(), values: none() };
  }

  /** Continues texts by the same number of tokens each; `origins` has the row of the memory that each text continues. */
  async write(
    { keys, values }: EncodedAudio,
    tokens: readonly (readonly number[])[],
    memory: Memory,
    origins: readonly number[],
  ): Promise<Written> {
    const written = await this.#decoder.run({
      tokens: integers(tokens.flat(), [tokens.length, tokens[0]!.length]),
      origins: integers(origins, [origins.length]),
      past_keys: memory.keys,
      past_values: memory.values,
      keys,
      values,
    });
    return {
      logProbabilities: written["log_probs"]!.data as Float32Array,
      memory: { keys: written["next_keys"]!, values: written["next_values"]! },
      attention: written["attention"]!,
    };
  }
}

async function encode(
  session: InferenceSession,
  samples: Float32Array,
  padding: number,
): Promise<EncodedAudio> {
  const heard = await session.run({
    samples: new Tensor("float32", samples, [samples.length]),
    padding: integers([padding], [1]),
  });
  return { keys: heard["keys"]!, values: heard["values"]! };
}

function integers(numbers: readonly number[], dims: readonly number[]): Tensor {
  return new Tensor("int64", BigInt64Array.from(numbers, BigInt), dims);
}

function checkNames(
  what: string,
  { inputNames, outputNames }: InferenceSession,
  wanted: { readonly inputs: readonly string[]; readonly outputs: readonly string[] },
): void {
  const missing =
    wanted.inputs.find((name) => !inputNames.includes(name)) ??
    wanted.outputs.find((name) => !outputNames.includes(name));
  if (missing !== undefined) throw new Error(`the ${what} has no ${missing}`);
}
