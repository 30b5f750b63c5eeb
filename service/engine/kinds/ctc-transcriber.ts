import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "typebox";
import {
  checkFields,
  fileOf,
  MANIFEST_FILE,
  ModelFolderError,
  type Manifest,
} from "../model/manifest.ts";
import type { Recognition, RecognitionOptions, Share, Transcriber } from "../model/model.ts";
import { streamRuns } from "../model/stream-runs.ts";
import { DecodingParameters } from "../transcription/beam-search.ts";
import { CtcNetwork, NetworkRun } from "../transcription/ctc-network.ts";
import { CtcRecognition, type CtcModel } from "../transcription/ctc-recognition.ts";
import { LetterModel } from "../transcription/letter-model.ts";
import { FeatureParameters } from "../signal/feature-parameters.ts";
import { LogMelExtractor } from "../signal/log-mel-stream.ts";

export const Fields = Type.Object({
  features: FeatureParameters,
  /** Written form of each output of the network; the first is the CTC blank. */
  tokens: Type.Array(Type.String(), { minItems: 2, maxItems: 32 }),
  frames_per_step: Type.Integer({ minimum: 1 }),
  right_context_steps: Type.Integer({ minimum: 0 }),
  state_size: Type.Integer({ minimum: 1 }),
  /** Seconds from the network's first and last step of a word to where the word begins and ends. */
  word_timing: Type.Object({ start_offset: Type.Number(), end_offset: Type.Number() }),
  decoding: DecodingParameters,
});

const MAX_STEPS_PER_RUN = 500;
/** Tolerance in steps for the rounding of seconds. */
const ROUNDING = 1e-6;

interface StepsOfStream {
  readonly stream: CtcRecognition;
  readonly steps: number;
  /** Maximum number of steps between calls of `heard`. */
  readonly portion: number;
  readonly heard: () => void;
}

/**
 * Loads a streaming CTC network (`files.acoustic`) and its letter model (`files.letters`, optional); throws
 * ModelFolderError when model.json does not describe them.
 */
export async function load(folder: string, manifest: Manifest): Promise<Transcriber> {
  const { files, rest: fields, sample_rate: sampleRate } = manifest;
  const manifestFile = join(folder, MANIFEST_FILE);
  checkFields(Fields, fields, manifestFile);
  const acoustic = fileOf(folder, manifest, "acoustic");
  const { letters } = files;
  const { tokens, features, frames_per_step, word_timing: timing } = fields;
  if (features.highest_hz > sampleRate / 2) {
    throw new ModelFolderError(
      `${manifestFile}: features.highest_hz is ${features.highest_hz}, above half of sample_rate ${sampleRate}`,
    );
  }
  const space = tokens.indexOf(" ");
  const letterFile = letters === undefined ? undefined : await readFile(join(folder, letters));
  const model: CtcModel = {
    sampleRate,
    shape: {
      bands: features.bands,
      framesPerStep: frames_per_step,
      rightContextSteps: fields.right_context_steps,
      stateSize: fields.state_size,
      tokens: tokens.length,
    },
    timing: {
      stepSeconds: (frames_per_step * features.hop) / sampleRate,
      startOffset: timing.start_offset,
      endOffset: timing.end_offset,
    },
    extractor: new LogMelExtractor(features, sampleRate),
    spelling: {
      tokens,
      space,
      decoding: fields.decoding,
      letterModel: letterFile && new LetterModel(letterFile, space),
    },
  };
  try {
    const network = await CtcNetwork.load(acoustic, model.shape);
    return new CtcTranscriber(network, model);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll("\n", " ") : String(error);
    throw new ModelFolderError(
      `${manifestFile}: does not describe ${files["acoustic"]}: ${reason}`,
    );
  }
}

class CtcTranscriber implements Transcriber {
  readonly task = "transcription";
  readonly partials = "steady";
  readonly sampleRate: number;
  readonly #network: CtcNetwork;
  readonly #model: CtcModel;
  #kept: NetworkRun;

  constructor(network: CtcNetwork, model: CtcModel) {
    this.sampleRate = model.sampleRate;
    this.#network = network;
    this.#model = model;
    this.#kept = new NetworkRun(model.shape, 1, MAX_STEPS_PER_RUN);
  }

  open(options?: RecognitionOptions): Recognition {
    return new CtcRecognition(this.#model, options);
  }

  async advance(shares: readonly Share[]): Promise<void> {
    let waiting = shares.map((share) => this.#stepsOf(share)).filter(({ steps }) => steps > 0);
    while (waiting.length > 0) {
      const groups = Map.groupBy(waiting, ({ steps }) => Math.min(MAX_STEPS_PER_RUN, steps));
      for (const [steps, group] of groups) {
        for (const part of streamRuns(group)) await this.#run(part, steps);
      }
      waiting = waiting
        .map((one) => ({ ...one, steps: one.steps - MAX_STEPS_PER_RUN }))
        .filter(({ steps }) => steps > 0);
    }
  }

  #stepsOf({ recognition, maxSeconds = Infinity, onTheWay }: Share): StepsOfStream {
    const stream = ownRecognition(recognition);
    const { stepSeconds } = this.#model.timing;
    const max = Math.ceil(maxSeconds / stepSeconds - ROUNDING);
    const steps = Math.min(max, stream.readySteps);
    if (onTheWay === undefined) return { stream, steps, portion: steps, heard: () => undefined };
    const portion = Math.max(1, Math.floor(onTheWay.everySeconds / stepSeconds + ROUNDING));
    return { stream, steps, portion, heard: onTheWay.heard };
  }

  /** Feeds the same number of steps to each of the streams. */
  async #run(streams: readonly StepsOfStream[], steps: number): Promise<void> {
    const { bands, framesPerStep, stateSize, tokens } = this.#model.shape;
    const run = this.#runOf(streams.length, steps);
    for (const [row, { stream }] of streams.entries()) {
      stream.takeFeatures(steps, run.features, row * steps * framesPerStep * bands);
      run.position[row] = BigInt(stream.fedSteps);
      run.state.set(stream.state, row * stateSize);
    }
    await this.#network.run(run);
    for (const [row, { stream, portion, heard }] of streams.entries()) {
      const remembered = run.nextState.subarray(row * stateSize, (row + 1) * stateSize);
      for (let taken = 0, next: number; taken < steps; taken += next) {
        if (taken > 0) heard();
        next = evenPortion(steps - taken, portion);
        stream.take(next, run.logProbs, (row * steps + taken) * tokens, remembered);
      }
    }
  }

  /**
   * Returns a run of this shape. The last one is kept, because long files use the same shape again and again, and its
   * arrays are large for the garbage collector.
   */
  #runOf(streams: number, steps: number): NetworkRun {
    if (this.#kept.streams !== streams || this.#kept.steps !== steps) {
      this.#kept = new NetworkRun(this.#model.shape, streams, steps);
    }
    return this.#kept;
  }
}

/** Returns the next portion when `steps` are split into the fewest portions of about equal size, at most `max` steps each. */
function evenPortion(steps: number, max: number): number {
  return Math.ceil(steps / Math.ceil(steps / max));
}

function ownRecognition(recognition: Recognition): CtcRecognition {
  if (recognition instanceof CtcRecognition) return recognition;
  throw new TypeError("advance() takes recognitions that open() of the same transcriber returned");
}
