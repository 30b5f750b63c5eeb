import { join } from "node:path";
import { expect, it } from "vitest";

import { readManifest } from "../model/manifest.ts";
import { AcousticModel } from "./acoustic-model.ts";
import { phrases } from "./phrase.ts";
import { joinSamples } from "../audio/samples.ts";
import { VECTOR_NUMBERS } from "./speakers.ts";
import { Vocoder } from "./vocoder.ts";

const TEXT = "Bugün hava çok güzel, yarın ise bütün gün yağmur bekleniyor.";

it.each(["synth-v1", "synth-v2"])("%s sounds the same whatever the chunks", async (id) => {
  const folder = new URL(`../../models/${id}`, import.meta.url).pathname;
  const { files, sample_rate, rest } = await readManifest(folder);
  const [phrase] = phrases(TEXT);
  const model = await AcousticModel.load(
    join(folder, files["encoder"] ?? ""),
    join(folder, files["decoder"] ?? ""),
    Number(rest["decoder_context_cells"]),
  );
  const speak = async (first: number, later: number) => {
    const vocoder = new Vocoder(sample_rate);
    const pieces: Float32Array[] = [];
    const voice = new Float32Array(VECTOR_NUMBERS);
    for await (const frames of model.frames(phrase!, voice, 1, { chunks: { first, later } })) {
      pieces.push(vocoder.accept(frames));
    }
    return joinSamples([...pieces, vocoder.end()]);
  };
  const whole = await speak(10_000, 10_000);
  for (const [first, later] of [
    [40, 200],
    [7, 13],
  ] as const) {
    const chunked = await speak(first, later);
    expect(chunked).toHaveLength(whole.length);
    const furthest = chunked.reduce(
      (far, value, at) => Math.max(far, Math.abs(value - whole[at]!)),
      0,
    );
    expect(furthest).toBeLessThan(5e-4);
  }
});
