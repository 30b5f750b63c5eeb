/** Writes MODEL_CARD.md from a synthesis model's model.json: `node service/training/synthesis/write-card.ts MODEL_FOLDER`. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { readManifest, type Manifest } from "../../engine/model/manifest.ts";
import type { VoiceFigures } from "./voice-figures.ts";

const [folder = ""] = process.argv.slice(2);
const manifest = await readManifest(folder);
await writeFile(join(folder, "MODEL_CARD.md"), card(manifest));

function card(model: Manifest): string {
  const { sentences, voices } = model.measured as {
    sentences: number;
    voices: Record<string, VoiceFigures>;
  };
  const made = model.made_with as Record<string, string | number>;
  return `# ${model.id}

Turkish speech synthesis at ${model.sample_rate.toLocaleString("en")} Hz: phonemes by rule, a small acoustic network, and a vocoder of
pulses and noise that is part of the engine (\`service/engine/synthesis\`).

**It sounds synthetic.** Nobody's voice was recorded: the network learned from espeak-ng's formant voices, so it speaks
clearly and evenly, not naturally. Above 10.2 kHz, where its teacher ends, the spectrum is extended smoothly.

| | |
|---|---|
| parameters | ${Number(made["parameters"]).toLocaleString("en")}, stored in half precision |
| trained on | ${Number(made["utterances"]).toLocaleString("en")} sentences of \`service/training/corpus\` spoken by espeak-ng in ${made["speakers"]} variants of its voice, exact phoneme places |
| steps, seed | ${made["steps"]}, ${made["seed"]} |
| commands | \`${made["commands"]}\` |
| licence of the weights | ${model.licence} |
| teacher | ${made["teacher"]} |
| text | own templates, the Turkish manual pages (manpages-tr) and words of hunspell-tr; no text is in the weights |

## Voices

${sentences} sentences that no training saw, some with numbers, spoken by each voice. Character error is what the bundled
recogniser hears of them: it trained on the same teacher, so the figure says that nothing gets lost, not that people
find it as easy.

| voice | character error | pitch (Hz) | characters a second | loudness (LUFS) | peak (dBFS) | × real time, one core |
|---|---|---|---|---|---|---|
${Object.entries(voices).map(row).join("\n")}

${voiceSpace(model)}## Files

${Object.entries(model.sha256)
  .map(([name, sum]) => `- \`${name}\` sha256 ${sum}`)
  .join("\n")}
`;
}

function voiceSpace({ files }: Manifest): string {
  if (files["speaker"] === undefined) return "";
  return `## Voice space

Every voice is a point; designed and recorded voices are points beside those of the table. A recording's pitch and range
are measured, the rest is the estimate of \`speaker.onnx\`, a network that learned from the same variants of the teacher,
heard through rooms, channels and noise.

**A clone of a person will be approximate.** The space is spanned by variants of a formant synthesizer, no person's voice
among them: a clone has the person's pitch, range and roughly their colour and the length of their vocal tract; it
has not their accent, their way of speaking or anything else that such a synthesizer cannot do. What the Evaluation
measures are clones of variants that were held out of the training.

`;
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
