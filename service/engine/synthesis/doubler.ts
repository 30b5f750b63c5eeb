import { besselI0 } from "../audio/resampling-kernel.ts";

/** Input samples on each side of an interpolated one: flat to 10,500 of 12,000 Hz, images 70 dB down. */
const REACH = 16;
const SHAPE = 7;

const TAPS = halfBandTaps();

/** Doubles the sample rate of a stream; the output is delayed by `REACH` input samples. */
export class Doubler {
  /** The last 2 * REACH input samples. */
  #history = new Float64Array(2 * REACH);

  /** Adds the samples at twice the rate to `out`, which is twice as long. */
  addTo(out: Float64Array, samples: Float64Array): void {
    const line = new Float64Array(2 * REACH + samples.length);
    line.set(this.#history);
    line.set(samples, 2 * REACH);
    for (let at = 0; at < samples.length; at += 1) {
      out[2 * at] = out[2 * at]! + line[at + REACH]!;
      let between = 0;
      for (let tap = 0; tap < REACH; tap += 1) {
        between += TAPS[tap]! * (line[at + REACH - tap]! + line[at + REACH + 1 + tap]!);
      }
      out[2 * at + 1] = out[2 * at + 1]! + between;
    }
    this.#history = line.slice(samples.length);
  }
}

/** Returns the weights of the inputs that are half, one and a half, ... samples away from an interpolated one. */
function halfBandTaps(): Float64Array {
  const taps = Float64Array.from({ length: REACH }, (_, tap) => {
    const away = tap + 0.5;
    const window = besselI0(SHAPE * Math.sqrt(1 - (away / REACH) ** 2)) / besselI0(SHAPE);
    return (Math.sin(Math.PI * away) / (Math.PI * away)) * window;
  });
  const sum = 2 * taps.reduce((all, tap) => all + tap, 0);
  return taps.map((tap) => tap / sum);
}
