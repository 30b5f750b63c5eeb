import { INT16_FULL_SCALE } from "#units/samples.ts";
import { COLUMNS, measureColumns, type Sound } from "./sound.ts";

/** The lowest and the highest sample of a column, -1 to 1. */
export interface WaveformColumn {
  readonly low: number;
  readonly high: number;
  /** Whether several samples in a row were at the limit. */
  readonly isClipped: boolean;
}

/** The number of samples in a row at the limit that counts as clipping; a peak may touch the limit. */
const CLIPPED_FROM = 3;
const HEIGHT = 64;
const MIDDLE = HEIGHT / 2;
/** The height of the line that stands for silence. */
const MIN_HEIGHT = 0.6;
/** Colours with a contrast of 3:1 on light and dark backgrounds, since a picture does not know its background. */
const COLOURS = { sound: "#2a9181", clipped: "#d9483b" };

/** Returns the columns of a waveform that is `seconds` long. */
export async function measureWaveform(sound: Sound, seconds: number): Promise<WaveformColumn[]> {
  const { channels, samples } = sound;
  const columns: WaveformColumn[] = [];
  const atLimit = new Uint32Array(channels);
  await measureColumns(sound, seconds, (_, from, until) => {
    let [low, high, isClipped] = [INT16_FULL_SCALE, -INT16_FULL_SCALE, false];
    for (let at = from * channels; at < until * channels; at += 1) {
      const sample = samples[at]!;
      if (sample < low) low = sample;
      if (sample > high) high = sample;
      const channel = at % channels;
      const isLimit = sample >= INT16_FULL_SCALE - 1 || sample <= 1 - INT16_FULL_SCALE;
      atLimit[channel] = isLimit ? atLimit[channel]! + 1 : 0;
      isClipped ||= atLimit[channel]! >= CLIPPED_FROM;
    }
    columns.push({ low: low / INT16_FULL_SCALE, high: high / INT16_FULL_SCALE, isClipped });
  });
  return columns;
}

/** Returns a waveform as SVG that scales to any size; clipped columns reach from edge to edge, in their own colour. */
export function drawWaveform(columns: readonly WaveformColumn[]): string {
  const lines = columns.map(({ low, high, isClipped }, column) => {
    const height = isClipped ? HEIGHT : Math.max(MIN_HEIGHT, (high - low) * MIDDLE);
    const top = isClipped ? 0 : MIDDLE - ((high + low) / 2) * MIDDLE - height / 2;
    return { isClipped, path: `M${column + 0.5} ${top.toFixed(1)}v${height.toFixed(1)}` };
  });
  const pathOf = (wanted: boolean): string =>
    lines.flatMap(({ isClipped, path }) => (isClipped === wanted ? path : [])).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${COLUMNS}" height="${HEIGHT}" viewBox="0 0 ${COLUMNS} ${HEIGHT}" preserveAspectRatio="none">` +
    `<path d="${pathOf(false)}" stroke="${COLOURS.sound}"/>` +
    `<path d="${pathOf(true)}" stroke="${COLOURS.clipped}"/>` +
    "</svg>"
  );
}
