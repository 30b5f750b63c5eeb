import { SEMITONES_PER_OCTAVE } from "#units/pitch.ts";

/** Values of attributes: durations, paces, pitches and ranges. */

interface Quantity {
  /** Completes "has to be …". */
  readonly takes: string;
  /** Returns the value of a text; undefined for one that is none. */
  read(text: string): number | undefined;
}

const RATES: Readonly<Record<string, number>> = {
  "x-slow": 0.5,
  slow: 0.64,
  medium: 1,
  default: 1,
  fast: 1.55,
  "x-fast": 2,
};
const PITCHES: Readonly<Record<string, number>> = {
  "x-low": 0.55,
  low: 0.8,
  medium: 1,
  default: 1,
  high: 1.2,
  "x-high": 1.45,
};
const RANGES: Readonly<Record<string, number>> = {
  "x-low": 0.4,
  low: 0.7,
  medium: 1,
  default: 1,
  high: 1.4,
  "x-high": 2,
};
const NUMBER = String.raw`\d{1,4}(?:\.\d{1,4})?`;
const DURATION = new RegExp(`^\\+?(?<number>${NUMBER}|\\d{5,6}|\\.\\d{1,4})(?<unit>ms|s)$`, "u");
const PERCENT = new RegExp(`^(?<sign>[+-]?)(?<number>${NUMBER})%$`, "u");
const MULTIPLE = new RegExp(`^${NUMBER}$`, "u");
const SEMITONES = new RegExp(`^(?<number>[+-]?${NUMBER})st$`, "u");

/** Returns the seconds of "1.5s" or "300ms". */
export function secondsOf(text: string): number | undefined {
  const { number, unit } = DURATION.exec(text.trim())?.groups ?? {};
  if (number === undefined) return undefined;
  return unit === "ms" ? Number(number) / 1000 : Number(number);
}

/** "80%" and "0.8" multiply; "+20%" and "-20%" are changes. */
export const paceOf: Quantity = {
  takes: `one of ${Object.keys(RATES).join(", ")}, a percentage such as 80% or +20%, or a factor such as 0.8`,
  read(text) {
    if (Object.hasOwn(RATES, text)) return RATES[text];
    return factorOf(text) ?? (MULTIPLE.test(text) ? positive(Number(text)) : undefined);
  },
};

/** Returns semitones. */
export const pitchOf: Quantity = {
  takes: `one of ${Object.keys(PITCHES).join(", ")}, semitones such as +2st, or a percentage such as -10%`,
  read(text) {
    const semitones = SEMITONES.exec(text)?.groups?.["number"];
    if (semitones !== undefined) return Number(semitones);
    const factor = Object.hasOwn(PITCHES, text) ? PITCHES[text] : factorOf(text);
    return factor === undefined ? undefined : SEMITONES_PER_OCTAVE * Math.log2(factor);
  },
};

export const rangeOf: Quantity = {
  takes: `one of ${Object.keys(RANGES).join(", ")}, or a percentage such as 80% or +20%`,
  read: (text) => (Object.hasOwn(RANGES, text) ? RANGES[text] : factorOf(text)),
};

/** Returns the factor of a percentage; with a sign it is a change. */
function factorOf(text: string): number | undefined {
  const { sign = "", number } = PERCENT.exec(text)?.groups ?? {};
  if (number === undefined) return undefined;
  const part = Number(number) / 100;
  return positive(sign === "" ? part : 1 + (sign === "-" ? -part : part));
}

function positive(factor: number): number | undefined {
  return factor > 0 ? factor : undefined;
}
