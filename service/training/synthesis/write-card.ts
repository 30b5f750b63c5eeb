/** Writes MODEL_CARD.md from a synthesis model's model.json: `node service/training/synthesis/write-card.ts MODEL_FOLDER`. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readManifest, type Manifest } from "../../engine/model/manifest.ts";
import type { VoiceFigures } from "../../../test/support/figures/voice-figures.ts";

const [folder = ""] = process.argv.slice(2);
await writeFile(join(folder, "MODEL_CARD.md"), await card(await readManifest(folder)));

async function card(model: Manifest): Promise<string> {
  const { sentences, voices } = model.measured as {
    sentences: number;
    voices: Record<string, VoiceFigures>;
  };
  const made = model.made_with as Record<string, string | number>;
  const files = Object.entries(model.sha256).map(([name, sum]) => `- \`${name}\` sha256 ${sum}`);
  const values: Readonly<Record<string, string | number>> = {
    ...made,
    id: model.id,
    licence: model.licence,
    sampleRate: model.sample_rate.toLocaleString("en"),
    parameters: Number(made["parameters"]).toLocaleString("en"),
    utterances: Number(made["utterances"]).toLocaleString("en"),
    sentences,
    voices: Object.entries(voices).map(row).join("\n"),
    voiceSpace:
      model.files["speaker"] === undefined ? "" : await text("model-card-voice-space.txt"),
    files: files.join("\n"),
  };
  const template = await text("model-card.txt");
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

function text(name: string): Promise<string> {
  return readFile(new URL(`./${name}`, import.meta.url), "utf8");
}

function row([name, figures]: [string, VoiceFigures]): string {
  const cells = [
    name,
    `${(100 * figures.character_error).toFixed(1)} %`,
    figures.median_pitch_hz,
    figures.characters_per_second,
    figures.loudness_lufs,
    figures.peak_dbfs,
    figures.times_real_time,
  ];
  return `| ${cells.join(" | ")} |`;
}
