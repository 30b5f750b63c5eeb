/** Lists what `node recognition/measure-noise.ts MODEL_FOLDER` hears in 5, 10 and 20 s of sounds without words. */

import { argv, stdout } from "node:process";
import { loadTranscriber } from "../../engine/kinds/kinds.ts";
import type { Transcriber } from "../../engine/model/model.ts";
import { randomValues } from "./random-values.ts";

const LOUDNESS_DBFS = [-60, -50, -40, -30, -20, -12, -6, -3];
const SECONDS = [5, 10, 20];

/** Makes samples of any loudness at a rate in hertz; `noise` draws from -1 to 1. */
type Sound = (count: number, rate: number, noise: () => number) => Float32Array;

const SOUNDS: Readonly<Record<string, Sound>> = {
  "white noise": (count, _rate, noise) => Float32Array.from({ length: count }, noise),
  "pink noise": (count, _rate, noise) => filteredNoise(count, noise, [0.99765, 0.963, 0.57]),
  "brown noise": (count, _rate, noise) => filteredNoise(count, noise, [0.998]),
  "hum, 50 Hz": (count, rate) => harmonics(count, rate, 50, [1, 0.5, 0.6, 0.2, 0.3, 0.1, 0.15]),
  "tone, 440 Hz": (count, rate) => harmonics(count, rate, 440, [1]),
  "tone, 1 kHz": (count, rate) => harmonics(count, rate, 1000, [1]),
  "beeps, 1 kHz": (count, rate) =>
    harmonics(count, rate, 1000, [1]).map((value, at) => (at % rate < rate / 4 ? value : 0)),
  "chord, A minor": (count, rate) => {
    const notes = [220, 261.63, 329.63].map((hz) => harmonics(count, rate, hz, [1, 0.5, 0.3, 0.2]));
    return Float32Array.from({ length: count }, (_, at) =>
      notes.reduce((sum, note) => sum + (note[at] ?? 0), 0),
    );
  },
  "clicks, 4 a second": (count, rate) =>
    Float32Array.from({ length: count }, (_, at) => {
      const since = at % Math.round(rate / 4);
      return since < rate / 100 ? Math.cos(since) * Math.exp(-since / 40) : 0;
    }),
  "knocks, 2 a second": (count, rate, noise) =>
    Float32Array.from({ length: count }, (_, at) => {
      const since = at % Math.round(rate / 2);
      return noise() * Math.exp(-since / (rate / 50));
    }),
};

const transcriber = await loadTranscriber(argv[2] ?? "");
stdout.write(`| sound | ${LOUDNESS_DBFS.map((dbfs) => `${dbfs} dBFS`).join(" | ")} |\n`);
stdout.write(`|---|${LOUDNESS_DBFS.map(() => "---|").join("")}\n`);
for (const [name, sound] of Object.entries(SOUNDS)) {
  const cells: string[] = [];
  for (const dbfs of LOUDNESS_DBFS) cells.push(await wordsHeard(transcriber, sound, dbfs));
  stdout.write(`| ${name} | ${cells.join(" | ")} |\n`);
}

async function wordsHeard(hearer: Transcriber, sound: Sound, dbfs: number): Promise<string> {
  const words: string[] = [];
  for (const seconds of SECONDS) {
    const samples = sound(seconds * hearer.sampleRate, hearer.sampleRate, randomValues(seconds));
    const recognition = hearer.open();
    recognition.accept(atLoudness(samples, dbfs));
    recognition.end();
    await hearer.advance([{ recognition }]);
    words.push(...recognition.words.map((word) => word.text));
  }
  return words.length === 0 ? "–" : words.join(" ");
}

/** Returns the samples at a level of their root mean square, cut off at full scale. */
function atLoudness(samples: Float32Array, dbfs: number): Float32Array {
  const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
  const gain = 10 ** (dbfs / 20) / Math.sqrt(power);
  return samples.map((value) => Math.max(-1, Math.min(1, value * gain)));
}

function harmonics(
  count: number,
  rate: number,
  hz: number,
  amplitudes: readonly number[],
): Float32Array {
  const turn = (2 * Math.PI * hz) / rate;
  return Float32Array.from({ length: count }, (_, at) =>
    amplitudes.reduce((sum, value, over) => sum + value * Math.sin((over + 1) * turn * at), 0),
  );
}

/** Sums one-pole low-pass filters of noise: one of them makes it brown, three pink (after Paul Kellet). */
function filteredNoise(count: number, noise: () => number, poles: readonly number[]): Float32Array {
  const memories = poles.map(() => 0);
  return Float32Array.from({ length: count }, () => {
    const white = noise();
    let sum = 0;
    for (const [at, pole] of poles.entries()) {
      memories[at] = pole * (memories[at] ?? 0) + white * Math.sqrt(1 - pole);
      sum += memories[at];
    }
    return sum;
  });
}
