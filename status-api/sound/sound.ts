import { INT16_BYTES } from "#units/samples.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { framesOf, readWavHeader } from "#monitor/domain/wav-header.ts";

/** The samples of a recording, with interleaved channels. */
export interface Sound {
  readonly sampleRateHz: number;
  readonly channels: number;
  /** The number of samples per channel. */
  readonly frames: number;
  readonly samples: Int16Array;
}

/** The number of columns of a picture of a recording. */
export const COLUMNS = 640;
/** The columns after which the event loop gets a turn: recordings are long, and one process answers all requests. */
const COLUMNS_PER_TICK = 8;

/** Reads a WAV file of 16-bit PCM; throws `WavError` for anything else. */
export function readSound(file: Uint8Array): Sound {
  const header = readWavHeader(file);
  const frames = framesOf(header);
  const { sampleRateHz, channels, from } = header;
  // A copy, since samples may start at an odd offset.
  const bytes = file.slice(from, from + frames * channels * INT16_BYTES);
  return {
    sampleRateHz,
    channels,
    frames,
    samples: new Int16Array(bytes.buffer, bytes.byteOffset, frames * channels),
  };
}

/**
 * Calls `measure` for each column of a picture that is `seconds` long, with its frames from `from` up to but not including
 * `until`; columns after the end of the recording are left out.
 */
export async function measureColumns(
  { sampleRateHz, frames }: Sound,
  seconds: number,
  measure: (column: number, from: number, until: number) => void,
): Promise<void> {
  const framesAColumn = (seconds * sampleRateHz) / COLUMNS;
  for (let column = 0; column < COLUMNS; column += 1) {
    const from = Math.floor(column * framesAColumn);
    if (from >= frames) return;
    const until = Math.max(from + 1, Math.floor((column + 1) * framesAColumn));
    measure(column, from, Math.min(frames, until));
    if (column % COLUMNS_PER_TICK === COLUMNS_PER_TICK - 1) await nextTurn();
  }
}
