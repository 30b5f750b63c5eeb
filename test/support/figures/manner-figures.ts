/** By how much speech changes when another manner is asked for, measured on the sound. */

import { SEMITONES_PER_OCTAVE } from "#units/pitch.ts";
import {
  NEUTRAL_MANNER,
  type Manner,
  type Speaker,
  type Synthesizer,
} from "#service/engine/model/model.ts";
import { melodyOf, trackPitch, voicedShare } from "#service/engine/synthesis/pitch-track.ts";
import { joinSamples } from "#service/engine/audio/samples.ts";
import { levelAt, longTermSpectrum } from "./long-term-spectrum.ts";
import { resampled } from "#service/engine/audio/resampler.ts";
import { speakAll } from "./voice-figures.ts";

export const REQUESTED = {
  pitchSemitones: -4,
  rangeFactor: 1.5,
  paceFactor: 1.25,
  tractLengthFactor: 1.12,
  brightnessDb: 6,
  breathiness: 1,
} as const satisfies Manner;

/** What was heard of each number of ASKED, asked for alone; of breath, the share of the whisper that is voiced. */
export type MannerFigures = Readonly<Record<keyof Manner, number>>;

const PITCH_RATE_HZ = 8_000;
const DECIBELS_PER_NEPER = 10 / Math.LN10;
/** Where formants show, and how finely a warp of them is searched. */
const FORMANTS_HZ = { lowest: 350, highest: 4_500, steps: 60 } as const;
const WARPS = { min: 0.7, max: 1.4, step: 0.005 } as const;

/** Has a speaker say texts in their own manner and in each of ASKED's, and measures the difference. */
export async function mannerFigures(
  synthesizer: Synthesizer,
  speaker: Speaker,
  texts: readonly string[],
): Promise<MannerFigures> {
  const rate = synthesizer.sampleRate;
  const speak = async (manner: Partial<Manner>) =>
    joinSamples(await speakAll(synthesizer, speaker, texts, { ...NEUTRAL_MANNER, ...manner }));
  const speakWith = async (key: keyof Manner) => await speak({ [key]: REQUESTED[key] });
  const own = await speak({});
  const [ownMelody, ownSpectrum] = [melody(own, rate), longTermSpectrum(own, rate)];
  const lower = melody(await speakWith("pitchSemitones"), rate);
  const brighter = longTermSpectrum(await speakWith("brightnessDb"), rate);
  const longer = longTermSpectrum(await speakWith("tractLengthFactor"), rate);
  return {
    pitchSemitones: SEMITONES_PER_OCTAVE * Math.log2(lower.pitchHz / ownMelody.pitchHz),
    rangeFactor: melody(await speakWith("rangeFactor"), rate).range / ownMelody.range,
    paceFactor: own.length / (await speakWith("paceFactor")).length,
    tractLengthFactor: warpBetween(ownSpectrum, longer),
    brightnessDb: tiltDb(brighter) - tiltDb(ownSpectrum),
    breathiness: voicedShare(track(await speakWith("breathiness"), rate)),
  };
}

function track(samples: Float32Array, rate: number) {
  return trackPitch(resampled(samples, rate, PITCH_RATE_HZ), PITCH_RATE_HZ);
}

function melody(samples: Float32Array, rate: number) {
  const found = melodyOf(track(samples, rate));
  if (found === undefined) throw new Error("nothing is voiced");
  return found;
}

function tiltDb(spectrum: readonly number[]): number {
  return (levelAt(spectrum, 4_000) - levelAt(spectrum, 500)) * DECIBELS_PER_NEPER;
}

/** Returns the factor by which the frequencies of a spectrum have to be divided to give `changed`. */
function warpBetween(spectrum: readonly number[], changed: readonly number[]): number {
  const { lowest, highest, steps } = FORMANTS_HZ;
  const frequencies = Array.from(
    { length: steps },
    (_, at) => lowest * (highest / lowest) ** (at / (steps - 1)),
  );
  const mismatch = (warp: number) => {
    const away = frequencies.map((hz) => levelAt(changed, hz) - levelAt(spectrum, hz * warp));
    const mean = away.reduce((sum, value) => sum + value, 0) / away.length;
    return away.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  };
  let [best, min] = [1, Number.POSITIVE_INFINITY];
  for (let warp = WARPS.min; warp <= WARPS.max; warp += WARPS.step) {
    const miss = mismatch(warp);
    if (miss < min) [best, min] = [warp, miss];
  }
  return best;
}
