import { Voicing } from "../transcription/voicing.ts";

/** How much audio is judged as one. */
export const STEP_SECONDS = 0.02;
/** What has to follow a step until it can be judged: two periods of a low voice, and what they are compared with. */
export const AHEAD_STEPS = 3;
/** How far back a judged step may lie. */
const KEPT_STEPS = 2 * AHEAD_STEPS + 20;
/**
 * Speech gets louder and quieter, mains hum does not: of its steps with this share of the loudest's energy or more, the loudest has
 * at most `ratio` times the energy of the quietest, but for a share at either end, where it begins or stops.
 */
const STEADY = { ratio: 2, loudShare: 0.1, leastSteps: 20, trimmedShare: 0.05 };

/** Says where in one piece of audio somebody speaks. */
export interface SpeechDetector {
  /** Takes what follows, a step at most. */
  accept(samples: Float32Array): void;
  /** Whether somebody speaks in a step, counted from 0 and asked in order; `AHEAD_STEPS` more were accepted, or none follow. */
  isSpeech(step: number): boolean;
  /** Whether what was taken for speech is, heard as a whole, something else. */
  isOther(samples: Float32Array): boolean;
  /** Says that it is asked no more. */
  close?(): void;
}

/** What counts as speech, and as a pause in it. */
export interface SpeechRules {
  readonly detector: SpeechDetector;
  /** Shorter sounds are no speech. */
  readonly leastSpeechSeconds: number;
  /** Shorter pauses end no segment. */
  readonly leastPauseSeconds: number;
}

/** Speech is where a voice is heard. */
export function voicedSpeech(sampleRate: number): SpeechRules {
  // A click is voiced for shorter.
  return {
    detector: new VoiceDetector(sampleRate),
    leastSpeechSeconds: 0.06,
    leastPauseSeconds: 0.7,
  };
}

class VoiceDetector implements SpeechDetector {
  readonly #stepSamples: number;
  readonly #voicing: Voicing;

  constructor(sampleRate: number) {
    this.#stepSamples = Math.round(sampleRate * STEP_SECONDS);
    this.#voicing = new Voicing({ sampleRate, samplesPerStep: this.#stepSamples }, KEPT_STEPS);
  }

  accept(samples: Float32Array): void {
    this.#voicing.accept(samples);
  }

  isSpeech(step: number): boolean {
    return this.#voicing.isVoiced(step);
  }

  /** A hum repeats itself as a voice does, but all of it is as loud. */
  isOther(samples: Float32Array): boolean {
    const steps = Math.floor(samples.length / this.#stepSamples);
    const energies = Array.from({ length: steps }, (_, step) =>
      energyOf(samples.subarray(step * this.#stepSamples, (step + 1) * this.#stepSamples)),
    );
    return isSteady(energies);
  }
}

function isSteady(energies: readonly number[]): boolean {
  const { ratio, loudShare, leastSteps, trimmedShare } = STEADY;
  const most = Math.max(...energies);
  if (most <= ratio * Math.min(...energies)) return true;
  const loud = energies.filter((energy) => energy >= loudShare * most).sort((a, b) => a - b);
  if (loud.length < leastSteps) return false;
  const trimmed = Math.floor(trimmedShare * loud.length);
  return loud.at(-1 - trimmed)! <= ratio * loud[trimmed]!;
}

/** The sum of the squares of samples. */
export function energyOf(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0);
}
