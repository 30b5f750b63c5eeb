import { join } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import { ModelFolderError, type Manifest } from "../manifest.ts";
import type { Recognition, Transcriber } from "../model.ts";
import { CtcRecognition, type NetworkShape } from "../transcription/ctc-recognition.ts";
import { LogMelExtractor } from "../transcription/log-mel-stream.ts";
import type { StepTiming } from "../transcription/word-assembly.ts";

/** What `model.json` holds for this kind beside the shared fields. */
const CtcFields = Type.Object({
  features: Type.Object({
    bands: Type.Integer({ minimum: 1 }),
    hop: Type.Integer({ minimum: 1 }),
    window: Type.Integer({ minimum: 2, multipleOf: 2 }),
    fft_size: Type.Integer({ minimum: 4 }),
    lowest_hz: Type.Number({ minimum: 0 }),
    highest_hz: Type.Number({ minimum: 0 }),
    floor: Type.Number({ exclusiveMinimum: 0 }),
    mean: Type.Number(),
    deviation: Type.Number({ exclusiveMinimum: 0 }),
  }),
  /** Written form of each output of the network; the first is the CTC blank. */
  tokens: Type.Array(Type.String(), { minItems: 2 }),
  frames_per_step: Type.Integer({ minimum: 1 }),
  right_context_steps: Type.Integer({ minimum: 0 }),
  state_size: Type.Integer({ minimum: 1 }),
  /** Seconds from the network's first and last step of a word to where the word begins and ends. */
  word_timing: Type.Object({ start_offset: Type.Number(), end_offset: Type.Number() }),
});
type CtcFields = Static<typeof CtcFields>;

const MAX_STEPS_PER_RUN = 250;
const MAX_STREAMS_PER_RUN = 16;

/** Loads a streaming CTC network (`files.acoustic`); throws ModelFolderError when model.json does not describe one. */
export async function load(folder: string, manifest: Manifest): Promise<Transcriber> {
  const fields = checkedFields(folder, manifest);
  const acoustic = manifest.files["acoustic"];
  if (acoustic === undefined)
    throw new ModelFolderError(`${folder}/model.json: files.acoustic is missing`);
  const session = await InferenceSession.create(join(folder, acoustic), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  });
  return new CtcTranscriber(session, fields, manifest.sample_rate);
}

function checkedFields(folder: string, manifest: Manifest): CtcFields {
  const fields = manifest.rest;
  if (Value.Check(CtcFields, fields)) return fields;
  const [first] = Value.Errors(CtcFields, fields);
  const field = first?.instancePath.slice(1).replaceAll("/", ".");
  throw new ModelFolderError(
    `${folder}/model.json: ${field ? `${field} ` : ""}${first?.message ?? "is invalid"}`,
  );
}

class CtcTranscriber implements Transcriber {
  readonly task = "transcription";
  readonly sampleRate: number;
  readonly #session: InferenceSession;
  readonly #shape: NetworkShape;
  readonly #timing: StepTiming;
  readonly #extractor: LogMelExtractor;

  constructor(session: InferenceSession, fields: CtcFields, sampleRate: number) {
    this.sampleRate = sampleRate;
    this.#session = session;
    this.#extractor = new LogMelExtractor(fields.features, sampleRate);
    this.#shape = {
      framesPerStep: fields.frames_per_step,
      rightContextSteps: fields.right_context_steps,
      stateSize: fields.state_size,
      tokens: fields.tokens,
    };
    this.#timing = {
      stepSeconds: (fields.frames_per_step * fields.features.hop) / sampleRate,
      startOffset: fields.word_timing.start_offset,
      endOffset: fields.word_timing.end_offset,
    };
  }

  open(): Recognition {
    return new CtcRecognition(this.#shape, this.#timing, this.#extractor, this.sampleRate);
  }

  async advance(recognitions: readonly Recognition[]): Promise<void> {
    let waiting = recognitions.map(ownRecognition).filter((one) => one.readySteps > 0);
    while (waiting.length > 0) {
      for (const [steps, group] of byStepsOfNextRun(waiting)) {
        for (let first = 0; first < group.length; first += MAX_STREAMS_PER_RUN) {
          await this.#run(group.slice(first, first + MAX_STREAMS_PER_RUN), steps);
        }
      }
      waiting = waiting.filter((one) => one.readySteps > 0);
    }
  }

  /** Feeds the same number of steps to each of the streams. */
  async #run(streams: readonly CtcRecognition[], steps: number): Promise<void> {
    const { framesPerStep, stateSize, tokens } = this.#shape;
    const count = streams.length;
    const frames = steps * framesPerStep;
    const { bands } = this.#extractor.parameters;
    const features = new Float32Array(count * frames * bands);
    const position = new BigInt64Array(count);
    const state = new Float32Array(count * stateSize);
    for (const [row, stream] of streams.entries()) {
      stream.takeFeatures(steps, features, row * frames * bands);
      position[row] = BigInt(stream.fedSteps);
      state.set(stream.state, row * stateSize);
    }
    const answer = await this.#session.run({
      features: new Tensor("float32", features, [count, frames, bands]),
      position: new Tensor("int64", position, [count]),
      state: new Tensor("float32", state, [count, stateSize]),
    });
    const logProbs = floats(answer, "log_probs");
    const nextState = floats(answer, "next_state");
    for (const [row, stream] of streams.entries()) {
      const remembered = nextState.subarray(row * stateSize, (row + 1) * stateSize);
      stream.hear(steps, logProbs, row * steps * tokens.length, remembered);
    }
  }
}

function ownRecognition(recognition: Recognition): CtcRecognition {
  if (recognition instanceof CtcRecognition) return recognition;
  throw new TypeError("advance() takes recognitions that open() of the same transcriber returned");
}

function byStepsOfNextRun(streams: readonly CtcRecognition[]): Map<number, CtcRecognition[]> {
  return Map.groupBy(streams, (stream) => Math.min(MAX_STEPS_PER_RUN, stream.readySteps));
}

function floats(answer: InferenceSession.OnnxValueMapType, name: string): Float32Array {
  const data = answer[name]?.data;
  if (data instanceof Float32Array) return data;
  throw new Error(`the network has no output ${name} of 32-bit floats`);
}
