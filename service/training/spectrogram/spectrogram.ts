/** Draws sound as a spectrogram: time to the right, frequency upwards on a mel scale, louder is lighter. */

import { FourierTransform } from "../../engine/signal/fourier.ts";
import { hertzOf, melOf } from "../../engine/signal/mel-bands.ts";
import { png, type Colour } from "../../../web-kit/picture/palette-png.ts";

const HEIGHT = 256;
const COLUMN_SECONDS = 0.008;
const WINDOW_SECONDS = 0.032;
const DYNAMIC_RANGE_DECIBELS = 75;
const SHADES = 24;
const DARK_TO_LIGHT: readonly Colour[] = [
  [10, 8, 32],
  [74, 20, 110],
  [186, 54, 85],
  [249, 142, 8],
  [252, 255, 210],
];

/** Returns a PNG of mono samples from 0 Hz to half their rate. */
export function drawSpectrogram(samples: Float32Array, sampleRate: number): Uint8Array {
  const levels = decibels(samples, sampleRate);
  const width = levels.length;
  const loudest = levels.reduce((max, column) => Math.max(max, ...column), -Infinity);
  const pixels = new Uint8Array(width * HEIGHT);
  for (const [x, column] of levels.entries()) {
    for (const [height, level] of column.entries()) {
      const part = Math.max(0, 1 + (level - loudest) / DYNAMIC_RANGE_DECIBELS);
      pixels[(HEIGHT - 1 - height) * width + x] = Math.min(SHADES - 1, Math.floor(part * SHADES));
    }
  }
  return png(pixels, width, shades());
}

/** Returns for each column the level of each height, from low to high frequencies. */
function decibels(samples: Float32Array, sampleRate: number): Float64Array[] {
  const size = 2 ** Math.ceil(Math.log2(WINDOW_SECONDS * sampleRate));
  const transform = new FourierTransform(size);
  const window = Float64Array.from(
    { length: size },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / size),
  );
  const edges = binEdges(size, sampleRate);
  const piece = new Float64Array(size);
  const [real, imaginary] = [new Float64Array(size / 2 + 1), new Float64Array(size / 2 + 1)];
  const hop = Math.round(COLUMN_SECONDS * sampleRate);
  return Array.from({ length: Math.floor(samples.length / hop) }, (_, column) => {
    const start = column * hop - size / 2;
    for (let at = 0; at < size; at += 1) piece[at] = (samples[start + at] ?? 0) * window[at]!;
    transform.forward(piece, real, imaginary);
    return Float64Array.from({ length: HEIGHT }, (__, height) => {
      let power = 1e-12;
      for (
        let bin = edges[height]!;
        bin < Math.max(edges[height]! + 1, edges[height + 1]!);
        bin += 1
      )
        power = Math.max(power, real[bin]! ** 2 + imaginary[bin]! ** 2);
      return 10 * Math.log10(power);
    });
  });
}

function binEdges(size: number, sampleRate: number): number[] {
  const top = melOf(sampleRate / 2);
  return Array.from({ length: HEIGHT + 1 }, (_, height) =>
    Math.min(size / 2, Math.floor((hertzOf((height / HEIGHT) * top) * size) / sampleRate)),
  );
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
