import { energyOf, Voicing } from "../transcription/voicing.ts";

/** Length of the steps in which speech is detected. */
export const STEP_SECONDS = 0.02;
/** Steps that must follow a step before it can be judged: two periods of a low voice, and the audio compared with them. */
export const AHEAD_STEPS = 3;
/** How many steps back a step can still be judged. */
const KEPT_STEPS = 2 * AHEAD_STEPS + 20;
/**
 * Speech varies in loudness, mains hum does not. Of the steps with at least `loudShare` of the highest energy, `minSteps` or
 * more, the loudest of a hum has at most `ratio` times the energy of the quietest. `trimmedShare` of the steps is ignored at
 * either extreme, because a hum also begins and stops.
 */
const STEADY = { ratio: 2, loudShare: 0.1, minSteps: 20, trimmedShare: 0.05 };

/**
 * Voiced audio of one loudness for this many steps is a hum, which may go on where a voice has ended: with the loudest and the
 * quietest `trimmed` of them left out, the loudest has at most `ratio` times the energy of the quietest.
 */
const HUM = { steps: 25, trimmed: 1, ratio: 2 };

/** Voice activity detection in one recording. */
export interface SpeechDetector {
  /** Takes the next samples, at most one step of them. */
  accept(samples: Float32Array): void;
  /**
   * Whether a step, counted from 0, is speech. Steps are queried in order, each after `AHEAD_STEPS` more were accepted or the
   * audio has ended.
   */
  isSpeech(step: number): boolean;
  /** Whether a segment that was taken for speech is, as a whole, something else. */
  isOther(samples: Float32Array): boolean;
  /** Releases the detector; no step is queried afterwards. */
  close?(): void;
}

/** Decides what counts as speech, and as a pause in it. */
export interface SpeechRules {
  readonly detector: SpeechDetector;
  /** Shorter sounds are not speech. */
  readonly minSpeechSeconds: number;
  /** Shorter pauses do not end a segment. */
  readonly minPauseSeconds: number;
}

/** Returns rules that detect speech by its voicing. */
export function voicedSpeech(sampleRate: number): SpeechRules {
  // Clicks are voiced for less than 0.06 s.
  return {
    detector: new VoiceDetector(sampleRate),
    minSpeechSeconds: 0.06,
    minPauseSeconds: 0.7,
  };
}

class VoiceDetector implements SpeechDetector {
  readonly #stepSamples: number;
  readonly #voicing: Voicing;
  /** Energies of the last steps. */
  readonly #energies: number[] = [];

  constructor(sampleRate: number) {
    this.#stepSamples = Math.round(sampleRate * STEP_SECONDS);
    this.#voicing = new Voicing({ sampleRate, samplesPerStep: this.#stepSamples }, KEPT_STEPS);
  }

  accept(samples: Float32Array): void {
    this.#voicing.accept(samples);
  }

  isSpeech(step: number): boolean {
    this.#energies.push(this.#voicing.energyOf(step));
    if (this.#energies.length > HUM.steps) this.#energies.shift();
    return this.#voicing.isVoiced(step) && !isHum(this.#energies);
  }

  /** Returns true for a hum, which is periodic like a voice, but of constant loudness. */
  isOther(samples: Float32Array): boolean {
    const steps = Math.floor(samples.length / this.#stepSamples);
    const energies = Array.from({ length: steps }, (_, step) =>
      energyOf(samples.subarray(step * this.#stepSamples, (step + 1) * this.#stepSamples)),
    );
    return isSteady(energies);
  }
}

function isHum(energies: readonly number[]): boolean {
  if (energies.length < HUM.steps) return false;
  const sorted = energies.toSorted((a, b) => a - b);
  return sorted.at(-1 - HUM.trimmed)! <= HUM.ratio * sorted[HUM.trimmed]!;
}

function isSteady(energies: readonly number[]): boolean {
  const { ratio, loudShare, minSteps, trimmedShare } = STEADY;
  const max = Math.max(...energies);
  if (max <= ratio * Math.min(...energies)) return true;
  const loud = energies.filter((energy) => energy >= loudShare * max).sort((a, b) => a - b);
  if (loud.length < minSteps) return false;
  const trimmed = Math.floor(trimmedShare * loud.length);
  return loud.at(-1 - trimmed)! <= ratio * loud[trimmed]!;
}
