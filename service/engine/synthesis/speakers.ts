/** Speakers, in the form that the acoustic model and the vocoder need. */

import type { Age, BuiltInVoice, Gender, Speaker, VoicePoint } from "../model/model.ts";
import { seededNormals } from "./noise.ts";
import { timbreOfBands, TIMBRE_NUMBERS } from "./timbre.ts";

/** Length of the vector of a voice, which the networks read: pitch, range, pace, then numbers without a name. */
export const VECTOR_NUMBERS = 16;
/**
 * Length of a voice point: a vector, the logarithm of the vocal tract length relative to the one in the vector, and a timbre.
 */
export const POINT_NUMBERS = VECTOR_NUMBERS + 1 + TIMBRE_NUMBERS;

/** The same as in service/training/synthesis/network.py. */
const PITCH = { number: 0, centre: 5, spread: 0.35 } as const;
const RANGE = { centre: -2.15, spread: 0.5, min: 0.01, furthest: 2.5 } as const;
const FIRST_LEARNED = 3;
/** How many numbers of a vector have no name. */
export const LEARNED_NUMBERS = VECTOR_NUMBERS - FIRST_LEARNED;

/** Standard deviations between people of the same description. */
const DIFFERENCE = { pitch: 0.2, learned: 0.25, logTractLength: 0.03, timbre: 0.1 } as const;
/** There are no built-in children: a young person's voice, higher and from a shorter vocal tract. */
const CHILD = { pitchHz: 290, logTractLength: Math.log(0.82) } as const;

/** The voice of one person. */
export interface Voice {
  readonly vector: Float32Array;
  readonly tractLengthFactor: number;
  /** Offset of each band of a frame, in nepers of power. */
  readonly timbre: Float32Array;
}

/** A built-in voice with its place. */
export interface PlacedVoice extends BuiltInVoice {
  readonly point: VoicePoint;
}

/** Returns the natural logarithm of a voice's middle pitch in Hz. */
export function logPitchOf(vector: ArrayLike<number>): number {
  return (vector[PITCH.number] ?? 0) * PITCH.spread + PITCH.centre;
}

/** Returns the number in a vector that stands for a pitch in Hz. */
export function pitchNumber(hz: number): number {
  return (Math.log(hz) - PITCH.centre) / PITCH.spread;
}

/**
 * Returns the number in a vector that stands for a melody's range: half the distance of its 10th and 90th percentile, in
 * nepers.
 */
export function rangeNumber(range: number): number {
  const number = (Math.log(Math.max(range, RANGE.min)) - RANGE.centre) / RANGE.spread;
  return Math.min(RANGE.furthest, Math.max(-RANGE.furthest, number));
}

/** Returns the point that begins with some numbers, with 0 for all others. */
export function pointOf(numbers: readonly number[]): VoicePoint {
  return [...numbers, ...Array.from({ length: POINT_NUMBERS - numbers.length }, () => 0)];
}

/** Returns the voice of a built-in, placed or designed speaker; throws RangeError for an unknown name or an invalid point. */
export function voiceOf(speaker: Speaker, builtIn: readonly PlacedVoice[]): Voice {
  switch (speaker.kind) {
    case "built-in":
      return voiceAt(named(speaker.name, builtIn).point);
    case "point":
      return voiceAt(speaker.point);
    case "designed":
      return voiceAt(designed(speaker, builtIn));
  }
}

function named(name: string, builtIn: readonly PlacedVoice[]): PlacedVoice {
  const found = builtIn.find((voice) => voice.name === name);
  if (found !== undefined) return found;
  const names = builtIn.map((voice) => voice.name).join(", ");
  throw new RangeError(`voice "${name}" is none of ${names}`);
}

/** Returns the voice at a point; throws RangeError where it is not a point of this space. */
export function voiceAt(point: VoicePoint): Voice {
  if (point.length !== POINT_NUMBERS || !point.every(Number.isFinite)) {
    throw new RangeError(`a voice point has ${POINT_NUMBERS} numbers, this one ${point.length}`);
  }
  return {
    vector: Float32Array.from(point.slice(0, VECTOR_NUMBERS)),
    tractLengthFactor: Math.exp(point[VECTOR_NUMBERS] ?? 0),
    timbre: timbreOfBands(point.slice(VECTOR_NUMBERS + 1)),
  };
}

/** Returns the mean of the built-in voices that fit, with small random deviations by the seed. */
function designed(
  { gender, age, seed }: Extract<Speaker, { kind: "designed" }>,
  builtIn: readonly PlacedVoice[],
): VoicePoint {
  const normal = seededNormals(seed);
  const chosen = gender ?? (normal() < 0 ? "female" : "male");
  const point = middle(fitting(chosen, age, builtIn).map((voice) => voice.point));
  if (age === "child") {
    point[PITCH.number] = pitchNumber(CHILD.pitchHz);
    point[VECTOR_NUMBERS] = CHILD.logTractLength;
  }
  return point.map((value, at) => value + differenceOf(at) * normal());
}

function differenceOf(number: number): number {
  if (number === PITCH.number) return DIFFERENCE.pitch;
  if (number < FIRST_LEARNED) return 0;
  if (number < VECTOR_NUMBERS) return DIFFERENCE.learned;
  return number === VECTOR_NUMBERS ? DIFFERENCE.logTractLength : DIFFERENCE.timbre;
}

/** Returns the voices of a gender and age, or else all of the gender, or else all. */
function fitting(
  gender: Gender,
  age: Age | undefined,
  builtIn: readonly PlacedVoice[],
): readonly PlacedVoice[] {
  const alike = builtIn.filter((voice) => voice.gender === gender);
  const wanted = age === "child" ? "young" : age;
  const ofAge = alike.filter((voice) => voice.age === wanted);
  return [ofAge, alike, builtIn].find((voices) => voices.length > 0) ?? [];
}

function middle(points: readonly VoicePoint[]): number[] {
  return Array.from(
    { length: POINT_NUMBERS },
    (_, at) => points.reduce((sum, point) => sum + (point[at] ?? 0), 0) / points.length,
  );
}
