/**
 * Places a recorded speaker in the voice space: pitch and range are measured, a network estimates the rest, and the timbre is
 * the difference of the spectra that remains.
 */

import { resampled } from "../audio/resampler.ts";
import { NEUTRAL_MANNER, type VoicePoint, type VoiceSpace } from "../model/model.ts";
import type { AcousticModel } from "./acoustic-model.ts";
import { frameChange } from "./manner.ts";
import { phrases } from "./phrase.ts";
import { melodyOf, trackPitch } from "./pitch-track.ts";
import { joinSamples } from "../audio/samples.ts";
import type { SpeakerEncoder } from "./speaker-encoder.ts";
import { pitchNumber, rangeNumber, voiceAt } from "./speakers.ts";
import { ANALYSIS_RATE_HZ } from "./spectrum.ts";
import { spokenSpectrum, timbreBetween, TIMBRE_NUMBERS } from "./timbre.ts";
import { Vocoder } from "./vocoder.ts";

/** Minimum length of voiced speech for placing a speaker. */
const MIN_VOICED_SECONDS = 0.4;
const PITCH_RATE_HZ = 8_000;
/** Text that a voice speaks for comparison with a recording; its sounds have their typical shares of speech. */
const COMPARED_TEXT =
  "Şimdi pencereyi açıp bahçedeki küçük kuşlara bakıyoruz. Öğleden sonra yağmur yağarsa evde oturup çay içeceğiz.";

/** The voice space of the bundled synthesizer. */
export class Placement implements VoiceSpace {
  readonly #encoder: SpeakerEncoder;
  readonly #acoustics: AcousticModel;

  constructor(encoder: SpeakerEncoder, acoustics: AcousticModel) {
    this.#encoder = encoder;
    this.#acoustics = acoustics;
  }

  get sampleRate(): number {
    return this.#encoder.sampleRate;
  }

  async place(samples: Float32Array): Promise<VoicePoint | undefined> {
    const melody = melodyOf(
      trackPitch(resampled(samples, this.sampleRate, PITCH_RATE_HZ), PITCH_RATE_HZ),
    );
    if (melody === undefined || melody.voicedSeconds < MIN_VOICED_SECONDS) return undefined;
    const features = this.#encoder.features(samples);
    const { learned, logTractLength, pace } = await this.#encoder.estimate(features);
    const named = [pitchNumber(melody.pitchHz), rangeNumber(melody.range), pace];
    const point = [...named, ...learned, logTractLength];
    return [...point, ...(await this.#missingTimbre(point, features))];
  }

  async #missingTimbre(point: readonly number[], features: Float32Array): Promise<number[]> {
    const plain = [...point, ...Array.from({ length: TIMBRE_NUMBERS }, () => 0)];
    const spoken = this.#encoder.features(await this.#speak(plain));
    const { bands, centresHz } = this.#encoder;
    const [from, to] = [spoken, features].map((heard) =>
      spokenSpectrum(this.#encoder.logPowers(heard), bands),
    );
    return timbreBetween(from!, to!, centresHz);
  }

  /** Returns the samples of COMPARED_TEXT in a voice, at the sample rate of recordings. */
  async #speak(point: VoicePoint): Promise<Float32Array> {
    const voice = voiceAt(point);
    const change = frameChange(NEUTRAL_MANNER, voice);
    const vocoder = new Vocoder(ANALYSIS_RATE_HZ);
    const pieces: Float32Array[] = [];
    for (const phrase of phrases(COMPARED_TEXT)) {
      for await (const frames of this.#acoustics.frames(phrase, voice.vector, 1)) {
        change(frames);
        pieces.push(vocoder.accept(frames));
      }
      pieces.push(vocoder.end());
    }
    return resampled(joinSamples(pieces), ANALYSIS_RATE_HZ, this.sampleRate);
  }
}
