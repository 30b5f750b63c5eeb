/**
 * Applies a manner of speaking to the frames between the acoustic model and the vocoder. Pace is applied before: it divides
 * durations.
 */

import { SEMITONES_PER_OCTAVE } from "#units/pitch.ts";
import type { Manner } from "../model/model.ts";
import { logPitchOf, type Voice } from "./speakers.ts";
import {
  BAND_CENTRES_HZ,
  BANDS,
  FRAME_VALUES,
  LOG_PITCH,
  PERIODICITY,
  periodicityOf,
  placeAmong,
  voiceShare,
} from "./spectrum.ts";

const NEPERS_PER_DB = Math.LN10 / 10;
/** Brightness is the level at `stated` relative to `pivot`; its slope per octave goes on to `lowest` and `highest`. */
const BRIGHTNESS_HZ = { pivot: 500, stated: 4_000, lowest: 125, highest: 8_000 } as const;
/** Spectrum of a whisper relative to a voice's: its source is noise, which rises with frequency and is weaker. */
const WHISPER = { dbPerOctave: 6, levelHz: 2_000, lowestDb: -20, highestDb: 2 } as const;

/** The part of a manner that changes frames. */
export type FrameManner = Omit<Manner, "paceFactor">;

/** Changes frames, `FRAME_VALUES` numbers each, in place. */
export type FrameChange = (frames: Float32Array) => void;

/** Returns the change from the acoustic model's frames for the vector of a voice to those of the voice itself, in a manner. */
export function frameChange(manner: FrameManner, voice: Voice): FrameChange {
  const middleLogPitch = logPitchOf(voice.vector);
  const tilt = brightnessTilt(manner.brightnessDb);
  const whisper = whisperTilt(manner.breathiness);
  const warp = tractWarp(manner.tractLengthFactor * voice.tractLengthFactor);
  const shift = (manner.pitchSemitones / SEMITONES_PER_OCTAVE) * Math.LN2;
  const warped = new Float32Array(BANDS);
  return (frames) => {
    for (let at = 0; at < frames.length; at += FRAME_VALUES) {
      const frame = frames.subarray(at, at + FRAME_VALUES);
      const away = (frame[LOG_PITCH] ?? 0) - middleLogPitch;
      frame[LOG_PITCH] = middleLogPitch + away * manner.rangeFactor + shift;
      const voiced = breathe(frame, manner.breathiness);
      warp(frame, warped);
      for (let band = 0; band < BANDS; band += 1) {
        frame[band] = warped[band]! + voice.timbre[band]! + tilt[band]! + voiced * whisper[band]!;
      }
    }
  };
}

function breathe(frame: Float32Array, breathiness: number): number {
  let strongest = 0;
  for (let region = PERIODICITY; region < FRAME_VALUES; region += 1) {
    const share = voiceShare(frame[region]!);
    strongest = Math.max(strongest, share);
    if (breathiness > 0) frame[region] = periodicityOf(share * (1 - breathiness));
  }
  return strongest;
}

/** Returns a function that writes the bands of a frame as a vocal tract of `lengthFactor` times the length has them. */
function tractWarp(lengthFactor: number): (frame: Float32Array, out: Float32Array) => void {
  const places = BAND_CENTRES_HZ.map((hz) => placeAmong(BAND_CENTRES_HZ, hz * lengthFactor));
  return (frame, out) => {
    for (let band = 0; band < BANDS; band += 1) {
      const [at, part] = places[band]!;
      out[band] = frame[at]! + (frame[at + 1]! - frame[at]!) * part;
    }
  };
}

function brightnessTilt(brightnessDb: number): Float32Array {
  const { pivot, stated, lowest, highest } = BRIGHTNESS_HZ;
  const nepersPerOctave = (brightnessDb * NEPERS_PER_DB) / Math.log2(stated / pivot);
  return Float32Array.from(
    BAND_CENTRES_HZ,
    (hz) => nepersPerOctave * Math.log2(Math.min(highest, Math.max(lowest, hz)) / pivot),
  );
}

/** Returns the tilt of a whisper; it grows with the square of the breathiness, as a breathy voice still has low harmonics. */
function whisperTilt(breathiness: number): Float32Array {
  const { dbPerOctave, levelHz, lowestDb, highestDb } = WHISPER;
  return Float32Array.from(BAND_CENTRES_HZ, (hz) => {
    const db = Math.min(highestDb, Math.max(lowestDb, dbPerOctave * Math.log2(hz / levelHz)));
    return breathiness ** 2 * db * NEPERS_PER_DB;
  });
}
