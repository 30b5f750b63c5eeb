import { InferenceSession, Tensor } from "onnxruntime-node";
import { inSignedBytes } from "../model/session-options.ts";

/** Sample rate in Hz of the network's input. */
export const SAMPLE_RATE = 16_000;

/** Keys and values of one layer of attention. */
interface KeysAndValues {
  readonly keys: Tensor;
  readonly values: Tensor;
}

/** What the decoder's layers see of one segment of audio: keys [heads, size, frames] and values [heads, frames, size]. */
export type EncodedAudio = readonly KeysAndValues[];

/** What the decoder's layers keep of the texts that it writes: keys and values [texts, heads, tokens, size]. */
export type Memory = readonly KeysAndValues[];

/** The decoder's output after tokens. */
export interface Written {
  /** [rows, tokens, vocabulary]: natural logarithms of the probabilities of the next token. */
  readonly logProbabilities: Float32Array;
  readonly memory: Memory;
  /** [heads, rows, tokens, frames]: attention to the audio, of the heads that follow the speech. */
  readonly attention: Tensor;
  /** Frees all of it, once nothing reads it any more. */
  readonly free: () => void;
}

/**
 * Frees tensors that nothing reads any more. A search makes hundreds of megabytes of them in a second, and the garbage collector
 * would take a fifth of the processor's time for them.
 */
export function freeLayers(layers: readonly KeysAndValues[]): void {
  free(layers.flatMap(({ keys, values }) => [keys, values]));
}

function free(tensors: readonly Tensor[]): void {
  for (const { data } of tensors) (data as Float32Array<ArrayBuffer>).buffer.transfer(0);
}

/** Names of inputs and outputs; every layer of the decoder has those of the first one, with its own number. */
const ENCODER = { inputs: ["samples", "padding"], outputs: ["keys_0", "values_0"] };
const DECODER = {
  inputs: ["tokens", "origins", "keys_0", "values_0", "past_keys_0", "past_values_0"],
  outputs: ["log_probs", "attention", "next_keys_0", "next_values_0"],
};
const TRIAL_SAMPLES = 1600;

/**
 * A Whisper network in onnxruntime, on one thread: an encoder of whole segments, and a decoder that writes their text token by
 * token.
 */
export class AttentionNetwork {
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;
  readonly #emptyMemory: Memory;
  readonly #padding: number;

  private constructor(
    encoder: InferenceSession,
    decoder: InferenceSession,
    emptyMemory: Memory,
    padding: number,
  ) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#emptyMemory = emptyMemory;
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
    const options = inSignedBytes();
    const encoder = await InferenceSession.create(encoderFile, options);
    checkNames("encoder", encoder, ENCODER);
    const decoder = await InferenceSession.create(decoderFile, options);
    checkNames("decoder", decoder, DECODER);
    const padding = Math.round(paddingSeconds * SAMPLE_RATE);
    const audio = await encode(encoder, new Float32Array(TRIAL_SAMPLES), padding);
    const memory = audio.map(({ keys: { dims } }) => {
      if (dims.length !== 3) throw new Error(`keys have ${dims.length} dimensions, not 3`);
      const none = () => new Tensor("float32", new Float32Array(0), [1, dims[0]!, 0, dims[1]!]);
      return { keys: none(), values: none() };
    });
    const network = new AttentionNetwork(encoder, decoder, memory, padding);
    const { logProbabilities } = await network.write(audio, [[0]], memory, [0]);
    if (logProbabilities.length !== vocabulary) {
      throw new Error(`it writes ${logProbabilities.length} tokens, not ${vocabulary}`);
    }
    return network;
  }

  /** Encodes mono samples in [-1, 1] at 16 kHz. */
  encode(samples: Float32Array): Promise<EncodedAudio> {
    return encode(this.#encoder, samples, this.#padding);
  }

  /** The decoder's memory before the first token. */
  get emptyMemory(): Memory {
    return this.#emptyMemory;
  }

  /** Continues texts by the same number of tokens each; `origins` has the row of the memory that each text continues. */
  async write(
    audio: EncodedAudio,
    tokens: readonly (readonly number[])[],
    memory: Memory,
    origins: readonly number[],
  ): Promise<Written> {
    const written = await this.#decoder.run({
      tokens: integers(tokens.flat(), [tokens.length, tokens[0]!.length]),
      origins: integers(origins, [origins.length]),
      ...named("", audio),
      ...named("past_", memory),
    });
    return {
      logProbabilities: written["log_probs"]!.data as Float32Array,
      memory: audio.map((_layer, number) => layerOf(written, "next_", number)),
      attention: written["attention"]!,
      free: () => free(Object.values(written)),
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
  return Array.from({ length: session.outputNames.length / 2 }, (_layer, number) =>
    layerOf(heard, "", number),
  );
}

/** Returns the tensors of all layers by their names: `keys_0`, `values_0`, `keys_1` and so on, behind a prefix. */
function named(prefix: string, layers: readonly KeysAndValues[]): Record<string, Tensor> {
  const tensors: Record<string, Tensor> = {};
  for (const [number, { keys, values }] of layers.entries()) {
    tensors[`${prefix}keys_${number}`] = keys;
    tensors[`${prefix}values_${number}`] = values;
  }
  return tensors;
}

function layerOf(
  tensors: InferenceSession.OnnxValueMapType,
  prefix: string,
  number: number,
): KeysAndValues {
  const [keys, values] = [tensors[`${prefix}keys_${number}`], tensors[`${prefix}values_${number}`]];
  return { keys: keys as Tensor, values: values as Tensor };
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
