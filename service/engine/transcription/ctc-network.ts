import { InferenceSession, Tensor } from "onnxruntime-node";
import { ONE_THREAD } from "../session-options.ts";

/** Sizes of a streaming network's inputs and outputs. */
export interface NetworkShape {
  /** Features of one frame. */
  readonly bands: number;
  readonly framesPerStep: number;
  /** Steps by which the network's answers lag behind what it was fed. */
  readonly rightContextSteps: number;
  /** Numbers the network remembers of a stream; zeros at its beginning. */
  readonly stateSize: number;
  /** Outputs of each step, the blank included. */
  readonly tokens: number;
}

/** Room for what several streams feed in one run: the same number of steps each. */
export class NetworkInput {
  readonly streams: number;
  readonly steps: number;
  /** [streams, steps * framesPerStep, bands] */
  readonly features: Float32Array;
  /** [streams], steps each stream was fed before. */
  readonly position: BigInt64Array;
  /** [streams, stateSize] */
  readonly state: Float32Array;

  constructor(shape: NetworkShape, streams: number, steps: number) {
    this.streams = streams;
    this.steps = steps;
    this.features = new Float32Array(streams * steps * shape.framesPerStep * shape.bands);
    this.position = new BigInt64Array(streams);
    this.state = new Float32Array(streams * shape.stateSize);
  }
}

/** What the network answers to a NetworkInput. */
export interface NetworkOutput {
  /** [streams, steps, tokens] */
  readonly logProbs: Float32Array;
  /** [streams, stateSize] */
  readonly nextState: Float32Array;
}

/** A streaming network with connectionist temporal classification in onnxruntime, on one thread. */
export class CtcNetwork {
  readonly shape: NetworkShape;
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession, shape: NetworkShape) {
    this.#session = session;
    this.shape = shape;
  }

  /** Loads an ONNX file and runs it once in silence; throws when it is not a network of this shape. */
  static async load(path: string, shape: NetworkShape): Promise<CtcNetwork> {
    const session = await InferenceSession.create(path, ONE_THREAD);
    const network = new CtcNetwork(session, shape);
    await network.run(new NetworkInput(shape, 1, 1));
    return network;
  }

  async run({ streams, steps, features, position, state }: NetworkInput): Promise<NetworkOutput> {
    const { bands, framesPerStep, stateSize, tokens } = this.shape;
    const answer = await this.#session.run({
      features: new Tensor("float32", features, [streams, steps * framesPerStep, bands]),
      position: new Tensor("int64", position, [streams]),
      state: new Tensor("float32", state, [streams, stateSize]),
    });
    return {
      logProbs: floats(answer, "log_probs", streams * steps * tokens),
      nextState: floats(answer, "next_state", streams * stateSize),
    };
  }
}

function floats(
  answer: InferenceSession.OnnxValueMapType,
  name: string,
  length: number,
): Float32Array {
  const data = answer[name]?.data;
  if (!(data instanceof Float32Array)) throw new Error(`no output ${name} of 32-bit floats`);
  if (data.length === length) return data;
  throw new Error(`output ${name} has ${data.length} numbers where ${length} are described`);
}
