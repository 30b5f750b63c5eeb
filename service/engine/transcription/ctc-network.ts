import { InferenceSession, Tensor } from "onnxruntime-node";
import { ONE_THREAD } from "../model/session-options.ts";

/** Sizes of a streaming network's inputs and outputs. */
export interface NetworkShape {
  /** Features of one frame. */
  readonly bands: number;
  readonly framesPerStep: number;
  /** Steps by which the network's output lags behind its input. */
  readonly rightContextSteps: number;
  /** Size of the network's state for one stream; the state is all zeros at the beginning. */
  readonly stateSize: number;
  /** Outputs of each step, the blank included. */
  readonly tokens: number;
}

/** Input and output buffers of one run for several streams, with the same number of steps each. */
export class NetworkRun {
  readonly streams: number;
  readonly steps: number;
  /** [streams, steps * framesPerStep, bands] */
  readonly features: Float32Array;
  /** [streams]: steps that each stream was fed before. */
  readonly position: BigInt64Array;
  /** [streams, stateSize] */
  readonly state: Float32Array;
  /** [streams, steps, tokens] */
  readonly logProbs: Float32Array;
  /** [streams, stateSize] */
  readonly nextState: Float32Array;
  /** The arrays as tensors of onnxruntime. */
  readonly inputs: Readonly<Record<string, Tensor>>;
  readonly outputs: Readonly<Record<string, Tensor>>;

  constructor(shape: NetworkShape, streams: number, steps: number) {
    const { bands, framesPerStep, stateSize, tokens } = shape;
    this.streams = streams;
    this.steps = steps;
    this.features = new Float32Array(streams * steps * framesPerStep * bands);
    this.position = new BigInt64Array(streams);
    this.state = new Float32Array(streams * stateSize);
    this.logProbs = new Float32Array(streams * steps * tokens);
    this.nextState = new Float32Array(streams * stateSize);
    this.inputs = {
      features: new Tensor("float32", this.features, [streams, steps * framesPerStep, bands]),
      position: new Tensor("int64", this.position, [streams]),
      state: new Tensor("float32", this.state, [streams, stateSize]),
    };
    this.outputs = {
      log_probs: new Tensor("float32", this.logProbs, [streams, steps, tokens]),
      next_state: new Tensor("float32", this.nextState, [streams, stateSize]),
    };
  }
}

/** A streaming network with connectionist temporal classification in onnxruntime, on one thread. */
export class CtcNetwork {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  /** Loads an ONNX file and runs it once on silence; throws when it is not a network of this shape. */
  static async load(path: string, shape: NetworkShape): Promise<CtcNetwork> {
    const session = await InferenceSession.create(path, ONE_THREAD);
    const network = new CtcNetwork(session);
    const run = new NetworkRun(shape, 1, 1);
    const missing = Object.keys(run.outputs).find((name) => !session.outputNames.includes(name));
    // onnxruntime ignores an output that it does not know, without an error.
    if (missing !== undefined) throw new Error(`it has no output ${missing}`);
    await network.run(run);
    return network;
  }

  /** Runs the network; the results are in the run's own arrays. */
  async run({ inputs, outputs }: NetworkRun): Promise<void> {
    await this.#session.run(inputs, outputs);
  }
}
