import { INT16_FULL_SCALE } from "#units/samples.ts";
import { type Colour, png } from "#web-kit/picture/palette-png.ts";
import { PowerSpectrum } from "./power-spectrum.ts";
import { COLUMNS, measureColumns, type Sound } from "./sound.ts";

/** The range of a spectrogram: frequencies from 0 Hz at the bottom to `topHz`, levels in dB relative to a full-scale sine. */
export const SPECTROGRAM = { topHz: 8000, floorDecibels: -90, ceilingDecibels: -10 } as const;

const ROWS = 128;
const WINDOW_SECONDS = 0.032;
/** Limits of the window size in samples, whatever sample rate a file declares. */
const WINDOW_SIZES = { min: 64, max: 8192 };
/** The maximum number of windows that are measured in a long column. */
const MAX_WINDOWS_PER_COLUMN = 4;
/** The transparent colour, for columns after the end of a recording. */
const NOTHING = 0;
const SHADES = 63;
const DARK_TO_LIGHT: readonly Colour[] = [
  [10, 8, 32],
  [74, 20, 110],
  [186, 54, 85],
  [249, 142, 8],
  [252, 255, 210],
];

/**
 * Returns the loudest level in dB of each column and row of a spectrogram that is `seconds` long, the lowest row first; columns
 * after the end of the recording are left out.
 */
export async function measureSpectrogram(sound: Sound, seconds: number): Promise<Float64Array[]> {
  const { sampleRateHz, channels, samples, frames } = sound;
  const wanted = 2 ** Math.ceil(Math.log2(WINDOW_SECONDS * sampleRateHz));
  const size = Math.min(WINDOW_SIZES.max, Math.max(WINDOW_SIZES.min, wanted));
  const spectrum = new PowerSpectrum(size);
  const powers = new Float64Array(size / 2);
  const edges = Array.from({ length: ROWS + 1 }, (_, row) =>
    Math.floor((((row * SPECTROGRAM.topHz) / ROWS) * size) / sampleRateHz),
  );
  const sampleAt = (frame: number): number => {
    if (frame < 0 || frame >= frames) return 0;
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += samples[frame * channels + channel]!;
    }
    return sum / channels / INT16_FULL_SCALE;
  };
  const columns: Float64Array[] = [];
  await measureColumns(sound, seconds, (_, from, until) => {
    const windows = Math.min(MAX_WINDOWS_PER_COLUMN, Math.ceil((until - from) / size));
    const levels = new Float64Array(ROWS).fill(-Infinity);
    for (let window = 0; window < windows; window += 1) {
      const middle = from + ((until - from) * (window + 0.5)) / windows;
      const start = Math.round(middle - size / 2);
      spectrum.measure((at) => sampleAt(start + at), powers);
      for (let row = 0; row < ROWS; row += 1) {
        levels[row] = Math.max(levels[row]!, loudest(powers, edges[row]!, edges[row + 1]!));
      }
    }
    columns.push(levels);
  });
  return columns;
}

/** Returns levels as PNG; louder is lighter. */
export function drawSpectrogram(columns: readonly Float64Array[]): Uint8Array {
  const pixels = new Uint8Array(ROWS * COLUMNS).fill(NOTHING);
  for (const [column, levels] of columns.entries()) {
    for (const [row, level] of levels.entries()) {
      pixels[(ROWS - 1 - row) * COLUMNS + column] = 1 + shadeOf(level);
    }
  }
  return png(pixels, COLUMNS, [[0, 0, 0], ...shades()], [0]);
}

/** Returns the shade of a level, 0 for silence. */
export function shadeOf(decibels: number): number {
  const { floorDecibels, ceilingDecibels } = SPECTROGRAM;
  const part = (decibels - floorDecibels) / (ceilingDecibels - floorDecibels);
  return Math.floor(Math.max(0, Math.min(1, part)) * (SHADES - 1));
}

function loudest(powers: Float64Array, from: number, until: number): number {
  let max = 0;
  // A row that is narrower than a bin shows the bin that it lies in; above half the sample rate there is none.
  for (let bin = from; bin < Math.min(powers.length, Math.max(from + 1, until)); bin += 1) {
    max = Math.max(max, powers[bin]!);
  }
  return 10 * Math.log10(max);
}

function shades(): Colour[] {
  return Array.from({ length: SHADES }, (_, shade) => {
    const place = (shade / (SHADES - 1)) * (DARK_TO_LIGHT.length - 1);
    const below = Math.min(DARK_TO_LIGHT.length - 2, Math.floor(place));
    const [from, to] = [DARK_TO_LIGHT[below]!, DARK_TO_LIGHT[below + 1]!];
    const mix = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * (place - below));
    return [mix(0), mix(1), mix(2)];
  });
}
