/** Sounds at 16 kHz that speech is told from, made by arithmetic. */

const RATE = 16_000;
const SYLLABLES_PER_SECOND = 4;
const CORDS_HERTZ = 130;

/** Returns how many samples so many seconds have. */
export function samplesIn(seconds: number): number {
  return Math.round(seconds * RATE);
}

export function silence(seconds: number): Float32Array {
  return new Float32Array(samplesIn(seconds));
}

/** Pulses of vocal cords, getting louder and quieter as syllables do, and hardly any for a moment. */
export function voice(seconds: number, quietAt = Infinity): Float32Array {
  return Float32Array.from({ length: samplesIn(seconds) }, (_, at) => {
    const isQuiet = Math.abs(at - samplesIn(quietAt)) < samplesIn(0.03);
    const syllable = 0.6 - 0.4 * Math.cos((2 * Math.PI * SYLLABLES_PER_SECOND * at) / RATE);
    return ((((at * CORDS_HERTZ) / RATE) % 1) - 0.5) * (isQuiet ? 0.01 : 0.3 * syllable);
  });
}
