/**
 * Draws one sentence in every built-in voice and shows the pictures in the model cards:
 * `npm run spectrograms`, or `node service/training/synthesis/draw-spectrograms.ts MODEL_FOLDER ...`.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as synthesizerKind from "../../engine/kinds/harmonic-noise-synthesizer.ts";
import { readManifest } from "../../engine/model/manifest.ts";
import { withSection } from "../../../test/support/card-section.ts";
import { drawSpectrogram } from "../spectrogram/spectrogram.ts";
import { speakAll } from "../../../test/support/figures/voice-figures.ts";

const SENTENCE = "Yağmurdan sonra bahçe çok güzel, değil mi?";
const SHIPPED = ["synth-v1", "synth-v2"].map((id) =>
  fileURLToPath(new URL(`../../models/${id}`, import.meta.url)),
);

const given = process.argv.slice(2);
for (const folder of given.length > 0 ? given : SHIPPED) await draw(folder);

async function draw(folder: string): Promise<void> {
  const synthesizer = await synthesizerKind.load(folder, await readManifest(folder));
  await mkdir(join(folder, "spectrograms"), { recursive: true });
  for (const { name: voice } of synthesizer.voices) {
    const [spoken] = await speakAll(synthesizer, { kind: "built-in", name: voice }, [SENTENCE]);
    const picture = drawSpectrogram(spoken ?? new Float32Array(0), synthesizer.sampleRate);
    await writeFile(join(folder, "spectrograms", `${voice}.png`), picture);
    process.stdout.write(`${join(folder, "spectrograms", `${voice}.png`)} ${picture.length}\n`);
  }
  const card = join(folder, "MODEL_CARD.md");
  const shown = synthesizer.voices.map(
    ({ name }) => `| ${name} | ![${name}](spectrograms/${name}.png) |`,
  );
  const body = `"${SENTENCE}" in each voice, up to ${synthesizer.sampleRate / 2000} kHz on a mel scale, 8 ms to a column, 75 dB from dark to light.
Drawn by \`npm run spectrograms\`.

| voice | |
|---|---|
${shown.join("\n")}`;
  await writeFile(card, withSection(await readFile(card, "utf8"), "Spectrograms", body));
}
