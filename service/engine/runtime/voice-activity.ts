/** Silero's detector of voice activity, run by sherpa-onnx, as an optional file of the published recognition models. */

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

/** What `voice_activity` in model.json may say. */
export const VoiceActivityFields = Type.Object({
  /** The probability of speech from which on somebody speaks. */
  threshold: Type.Optional(Type.Number({ minimum: 0.05, maximum: 0.95 })),
  least_speech_seconds: Type.Optional(Type.Number({ minimum: 0.02, maximum: 2 })),
  least_pause_seconds: Type.Optional(Type.Number({ minimum: 0.1, maximum: 5 })),
});
const USUAL = { threshold: 0.5, least_speech_seconds: 0.1, least_pause_seconds: 0.7 };

const FILE = "voice_activity";
/** The only rate at which the runtime has it hear. */
const SAMPLE_RATE = 16_000;
/** What it hears as one: the only length that all of its versions take. */
const WINDOW_SAMPLES = 512;
/** Verdicts that are kept: more than lie between what is heard and what is asked. */
const KEPT_WINDOWS = 8;
/** Without delay: what is too short is judged by those who ask. */
const AT_ONCE_SECONDS = 1e-5;
/** The runtime keeps speech until it has ended, and copies all of it with each window. */
const FLUSHED_SECONDS = 2;
/** Inputs of its fourth version and of those from the fifth on. */
const INPUTS = [
  ["input", "sr", "h", "c"],
  ["input", "state", "sr"],
];

/**
 * Loads the detector that a checked model folder names; returns what makes the rules for one more recording, or undefined where
 * the folder names none. Throws ModelFolderError.
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
  const { threshold, least_speech_seconds, least_pause_seconds } = { ...USUAL, ...fields };
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
  // Each has a network of its own, so that those who are done leave theirs to the next.
  const idle: Vad[] = [new Vad(config, 2 * FLUSHED_SECONDS)];
  const put = (vad: Vad) => {
    vad.reset();
    idle.push(vad);
  };
  return () => ({
    detector: new SileroDetector(idle.pop() ?? new Vad(config, 2 * FLUSHED_SECONDS), put),
    leastSpeechSeconds: least_speech_seconds,
    leastPauseSeconds: least_pause_seconds,
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

  /** It knows speech from all else. */
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
    // Who is gone is not asked, but what was begun for them is brought to its end.
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
