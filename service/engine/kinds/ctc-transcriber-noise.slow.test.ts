import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { casesOf, shortDescribe, shortTest } from "../../../test/support/lengths.ts";
import { openWav } from "../audio/wav-reader.ts";
import { load } from "./ctc-transcriber.ts";
import { readManifest } from "../model/manifest.ts";
import type { Transcriber } from "../model/model.ts";

const folder = fileURLToPath(new URL("../../small-models/transcribe-1", import.meta.url));
const clip = fileURLToPath(new URL("../../../fixtures/audio/clip", import.meta.url));
const RATE = 16_000;

let transcriber: Transcriber;
beforeAll(async () => {
  transcriber = await load(folder, await readManifest(folder));
});

async function heard(samples: Float32Array): Promise<readonly string[]> {
  const recognition = transcriber.open();
  recognition.accept(samples);
  recognition.end();
  await transcriber.advance([{ recognition }]);
  return recognition.words.map(({ text }) => text);
}

/** Sound at a level in dB below full scale, clipped as a microphone would. */
function atLevel(samples: Float32Array, dbfs: number): Float32Array {
  const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
  const gain = 10 ** (dbfs / 20) / Math.sqrt(power);
  return samples.map((sample) => Math.max(-1, Math.min(1, gain * sample)));
}

function hiss(): () => number {
  let seed = 9;
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 31 - 1;
  };
  return () => next() + next() + next();
}

const sine = (hertz: number, at: number) => Math.sin((2 * Math.PI * hertz * at) / RATE);

/** What makes the next sample of each sound. */
const SOUNDS: Readonly<Record<string, () => (at: number) => number>> = {
  "white noise": hiss,
  "pink noise"() {
    const white = hiss();
    let [slow, middle, fast] = [0, 0, 0];
    return () => {
      const next = white();
      slow = 0.997_65 * slow + 0.099 * next;
      middle = 0.963 * middle + 0.2965 * next;
      fast = 0.57 * fast + 1.0527 * next;
      return slow + middle + fast + 0.1848 * next;
    };
  },
  wind() {
    const white = hiss();
    let low = 0;
    return (at) => (low = 0.995 * low + white()) * (1 + sine(0.4, at)) ** 2;
  },
  "mains hum": () => (at) =>
    sine(50, at) + sine(100, at) / 2 + sine(150, at) / 3 + sine(250, at) / 5,
  clicks() {
    const white = hiss();
    return (at) => white() * Math.exp(-(at % 5_500) / 12);
  },
  "keys being pressed"() {
    const white = hiss();
    return (at) => white() * Math.exp(-(at % 3_100) / 80);
  },
  "a tone": () => (at) => sine(440, at),
  "a high tone": () => (at) => sine(2000, at),
  beeps: () => (at) => (at % 8000 < 3000 ? sine(880, at) : 0),
  "a telephone ringing": () => (at) => (at % 48_000 < 16_000 ? sine(440, at) + sine(480, at) : 0),
};

describe("where nobody speaks", () => {
  it.each(casesOf(Object.keys(SOUNDS).slice(0, 2), Object.keys(SOUNDS).slice(2)))(
    "%s is no word at any level",
    async (name) => {
      for (const [seconds, dbfs] of [
        [5, -40],
        [20, -25],
        [10, -12],
        [7, -3],
      ] as const) {
        const sampleAt = SOUNDS[name]!();
        const samples = Float32Array.from({ length: seconds * RATE }, (_, at) => sampleAt(at));
        expect({ dbfs, words: await heard(atLevel(samples, dbfs)) }).toEqual({ dbfs, words: [] });
      }
    },
    30_000,
  );

  shortTest("a constant voltage and one click are no words", async () => {
    expect(await heard(new Float32Array(5 * RATE).fill(0.3))).toEqual([]);
    expect(await heard(new Float32Array(5 * RATE).fill(1, 40_000, 40_008))).toEqual([]);
  });
});

shortDescribe("where somebody speaks", () => {
  it.each([-20, -35, -45])("most words are heard at %i dBFS", async (dbfs) => {
    const audio = await openWav(`${clip}.wav`);
    const samples: number[] = [];
    for await (const piece of audio.samples) samples.push(...piece);
    const spoken = (await readFile(`${clip}.txt`, "utf8"))
      .toLocaleLowerCase("tr")
      .match(/\p{L}+/gu)!;
    const words = new Set(await heard(atLevel(Float32Array.from(samples), dbfs)));
    const missed = spoken.filter((word) => !words.has(word));
    expect(missed.length).toBeLessThanOrEqual(spoken.length / 4);
  });
});
