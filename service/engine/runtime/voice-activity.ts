/** Silero voice activity detection, run by sherpa-onnx; an optional file of the published recognition models. */

import { join } from "node:path";
import { Type, type Static } from "typebox";
import { MANIFEST_FILE, ModelFolderError, type Manifest } from "../model/manifest.ts";
import {
  STEP_SECONDS,
  type SpeechDetector,
  type SpeechRules,
} from "../segmented/speech-detector.ts";
import { inputNames } from "./onnx-graph.ts";
import type { Sherpa, Vad } from "./sherpa.ts";

/** The fields of `voice_activity` in model.json. */
export const VoiceActivityFields = Type.Object({
  /** Minimum probability that counts as speech. */
  threshold: Type.Optional(Type.Number({ minimum: 0.05, maximum: 0.95 })),
  least_speech_seconds: Type.Optional(Type.Number({ minimum: 0.02, maximum: 2 })),
  least_pause_seconds: Type.Optional(Type.Number({ minimum: 0.1, maximum: 5 })),
});
const DEFAULTS = { threshold: 0.5, least_speech_seconds: 0.1, least_pause_seconds: 0.7 };

const FILE = "voice_activity";
/** The only sample rate, in Hz, at which the runtime runs the detector. */
const SAMPLE_RATE = 16_000;
/** Samples of one run of the detector: the only length that all of its versions take. */
const WINDOW_SAMPLES = 512;
/** Number of verdicts that are kept: more windows than lie between the newest audio and the step that is queried. */
const KEPT_WINDOWS = 8;
/** Practically no minimum, so that the detector reports at once; the caller judges what is too short. */
const AT_ONCE_SECONDS = 1e-5;
/** Interval of flushing: the runtime keeps speech until it ends, and copies all of it with each window. */
const FLUSHED_SECONDS = 2;
/** Inputs of version 4 of the network, and of version 5 and later. */
const INPUTS = [
  ["input", "sr", "h", "c"],
  ["input", "state", "sr"],
];

/**
 * Loads the detector that a checked model folder names. Returns a function that makes the rules for one more recording; it
 * returns undefined where the folder names no detector. Throws ModelFolderError.
 */
export function loadVoiceActivity(
  { Vad }: Pick<Sherpa, "Vad">,
  folder: string,
  { files, sample_rate: sampleRate }: Manifest,
  fields: Static<typeof VoiceActivityFields> | undefined,
): () => SpeechRules | undefined {
  const wrong = (reason: string) =>
    new ModelFolderError(`${join(folder, MANIFEST_FILE)}: ${reason}`);
  const name = files[FILE];
  if (name === undefined) {
    if (fields !== undefined) throw wrong(`${FILE} is there, but files.${FILE} is missing`);
    return () => undefined;
  }
  if (sampleRate !== SAMPLE_RATE) {
    throw wrong(`sample_rate is ${sampleRate}, but ${name} hears ${SAMPLE_RATE}`);
  }
  const model = join(folder, name);
  checkInputs(model);
  const { threshold, least_speech_seconds, least_pause_seconds } = { ...DEFAULTS, ...fields };
  const config = {
    sileroVad: {
      model,
      threshold,
      minSpeechDuration: AT_ONCE_SECONDS,
      minSilenceDuration: AT_ONCE_SECONDS,
      maxSpeechDuration: 2 * FLUSHED_SECONDS,
      windowSize: WINDOW_SAMPLES,
    },
    sampleRate,
    numThreads: 1,
  };
  // Each recording needs a network of its own; a finished recording leaves its network to the next one.
  const idle: Vad[] = [new Vad(config, 2 * FLUSHED_SECONDS)];
  const put = (vad: Vad) => {
    vad.reset();
    idle.push(vad);
  };
  return () => ({
    detector: new SileroDetector(idle.pop() ?? new Vad(config, 2 * FLUSHED_SECONDS), put),
    minSpeechSeconds: least_speech_seconds,
    minPauseSeconds: least_pause_seconds,
  });
}

function checkInputs(model: string): void {
  const names = inputNames(model);
  if (INPUTS.some((wanted) => wanted.every((name) => names.includes(name)))) return;
  const wanted = INPUTS.map((inputs) => inputs.join(", ")).join(" or ");
  throw new ModelFolderError(
    `${model}: is not Silero's detector, or is damaged: it has the inputs ${names.join(", ") || "(none)"}; the detector has ${wanted}`,
  );
}

class SileroDetector implements SpeechDetector {
  #vad: Vad | undefined;
  readonly #put: (vad: Vad) => void;
  readonly #window = new Float32Array(WINDOW_SAMPLES);
  #filled = 0;
  #windows = 0;
  readonly #verdicts: boolean[] = [];
  #flushedAt = 0;

  constructor(vad: Vad, put: (vad: Vad) => void) {
    this.#vad = vad;
    this.#put = put;
  }

  accept(samples: Float32Array): void {
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + WINDOW_SAMPLES - this.#filled);
      this.#window.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === WINDOW_SAMPLES) this.#hearWindow();
    }
  }

  isSpeech(step: number): boolean {
    const window = Math.floor((step * STEP_SECONDS * SAMPLE_RATE) / WINDOW_SAMPLES);
    return window < this.#windows && this.#verdicts[window % KEPT_WINDOWS] === true;
  }

  /** Returns false: Silero already distinguishes speech from other sounds. */
  isOther(): boolean {
    return false;
  }

  close(): void {
    if (this.#vad !== undefined) this.#put(this.#vad);
    this.#vad = undefined;
  }

  #hearWindow(): void {
    this.#filled = 0;
    const vad = this.#vad;
    // Closed: audio may still arrive from a run in progress, but is no longer judged.
    if (vad === undefined) return;
    vad.acceptWaveform(this.#window);
    this.#verdicts[this.#windows % KEPT_WINDOWS] = vad.isDetected();
    this.#windows += 1;
    if ((this.#windows - this.#flushedAt) * WINDOW_SAMPLES >= FLUSHED_SECONDS * SAMPLE_RATE) {
      vad.flush();
      this.#flushedAt = this.#windows;
    }
    while (!vad.isEmpty()) vad.pop();
  }
}
