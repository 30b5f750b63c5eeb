import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

import { CloneTrial, type Recording } from "../../../test/support/figures/clone-figures.ts";
import { resampled } from "../audio/resampler.ts";
import { joinSamples } from "../audio/samples.ts";
import { openWav } from "../audio/wav-reader.ts";
import * as harmonicNoise from "./harmonic-noise-synthesizer.ts";
import { loadTranscriber } from "./kinds.ts";
import { readManifest } from "../model/manifest.ts";
import { gaussianNoise } from "../synthesis/noise.ts";
import { POINT_NUMBERS, voiceOf } from "../synthesis/speakers.ts";

const TEXTS = [
  "Toplantı üçüncü kattaki salonda yapılacak.",
  "Bugün hava çok güzel, yarın ise yağmur bekleniyor.",
  "Bizi bu numaradan her gün arayabilirsiniz.",
];

/** Beside trainings and other tests this takes a while. */
const CLONING_MS = 120_000;

const OTHER_TEXTS = [
  "Yeni kitaplar cuma günü rafta olacak, merak edenler sorabilir.",
  "Çocuklar parkta top oynarken yaşlı adam onları izliyordu.",
  "Siparişiniz yola çıktı, en geç perşembe akşamı elinizde olur.",
];

const folderOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const synthesizer = await harmonicNoise.load(
  folderOf("models/synth-v2"),
  await readManifest(folderOf("models/synth-v2")),
);
const voiceSpace = synthesizer.voiceSpace!;

/** Speakers that no training of the synthesis heard; see fixtures/audio/README.md. */
async function recording(name: string): Promise<Recording> {
  const { sampleRate, samples } = await openWav(folderOf(`../fixtures/audio/${name}.wav`));
  const pieces: Float32Array[] = [];
  for await (const piece of samples) pieces.push(piece);
  const all = joinSamples(pieces);
  return { name, sampleRate, samples: all, other: all };
}

const recordings = await Promise.all(["clip", "order", "weather"].map(recording));

async function place({ samples, sampleRate }: Recording, seconds: number) {
  const heard = samples.slice(0, seconds * sampleRate);
  return await voiceSpace.place(resampled(heard, sampleRate, voiceSpace.sampleRate));
}

describe("a recorded speaker", () => {
  it("is a point that can speak", async () => {
    const point = await place(recordings[0]!, 8);
    expect(point).toHaveLength(POINT_NUMBERS);
    const { vector } = voiceOf({ kind: "point", point: point! }, synthesizer.voices as never);
    expect(vector.every(Number.isFinite)).toBe(true);
  });

  it("has the same place however loud the recording is, and nearly the same from 3 s of it", async () => {
    const [clip] = recordings;
    const whole = await place(clip!, 8);
    const quiet = await place({ ...clip!, samples: clip!.samples.map((value) => value / 4) }, 8);
    const short = await place(clip!, 3);
    const away = (one: readonly number[] | undefined) =>
      Math.hypot(...one!.map((value, at) => value - whole![at]!)) / Math.sqrt(POINT_NUMBERS);
    expect(away(quiet)).toBeLessThan(0.2);
    expect(away(short)).toBeLessThan(0.4);
  });

  it.each([
    ["silence", () => 0],
    ["noise", gaussianNoise()],
  ])("is not found in %s", async (_, sample) => {
    const samples = Float32Array.from({ length: 4 * voiceSpace.sampleRate }, () => 0.1 * sample());
    expect(await voiceSpace.place(samples)).toBeUndefined();
  });

  it(
    "is cloned: nearer to the speaker than to every built-in voice, and understood",
    { timeout: CLONING_MS },
    async () => {
      const transcriber = await loadTranscriber(folderOf("models/transcribe-1"));
      const trial = await CloneTrial.prepare(synthesizer, recordings, TEXTS, OTHER_TEXTS);
      const figures = await trial.figures(transcriber, 5, (samples) => samples);
      expect(figures.nearer_than_built_in).toBe(1);
      expect(figures.nearer_than_other_clones).toBe(1);
      // 0.08, or a little more on processors that compute with 8-bit numbers in another way.
      expect(figures.character_error).toBeLessThanOrEqual(0.1);
    },
  );
});
