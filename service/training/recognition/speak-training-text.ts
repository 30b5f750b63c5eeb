/**
 * Speaks training sentences with every built-in voice of synthesis models, so that recognition learns to hear them:
 * `node recognition/speak-training-text.ts SENTENCES COUNT CLIPS_FOLDER MODEL_FOLDER...`.
 *
 * Writes WAV files (16 kHz, mono, 16 bits), each with a text file of the same name.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { Resampler } from "../../engine/audio/resampler.ts";
import { toS16le, wavHeader } from "../../engine/audio/wav-writer.ts";
import * as synthesizerKind from "../../engine/kinds/harmonic-noise-synthesizer.ts";
import { readManifest } from "../../engine/model/manifest.ts";
import { NEUTRAL_MANNER } from "../../engine/model/model.ts";
import { joinSamples } from "../../engine/audio/samples.ts";
import { normalize } from "../../speech/normalize/normalize.ts";

const HEARD_RATE = 16_000;
const SPEEDS = [0.8, 0.9, 1, 1, 1.1, 1.25, 1.45];

const [sentencesFile = "", count = "", clipsFolder = "", ...modelFolders] = argv.slice(2);
const texts = await trainingTexts(sentencesFile, Number(count));
const voices = await loadVoices(modelFolders);
await mkdir(clipsFolder, { recursive: true });
for (const [at, sentence] of texts.entries()) {
  const { synthesizer, speaker } = voices[at % voices.length]!;
  const text = normalize(sentence).join(" ");
  const pieces: Float32Array[] = [];
  const speed = SPEEDS[at % SPEEDS.length]!;
  for await (const piece of synthesizer.synthesize({
    text,
    speaker,
    manner: NEUTRAL_MANNER,
    speed,
  }))
    pieces.push(piece);
  const resampler = new Resampler(synthesizer.sampleRate, HEARD_RATE);
  const heard = joinSamples([resampler.push(joinSamples(pieces)), resampler.end()]);
  const clip = join(clipsFolder, String(at).padStart(5, "0"));
  await writeFile(`${clip}.wav`, [wavHeader(HEARD_RATE, heard.length), toS16le(heard)]);
  await writeFile(`${clip}.txt`, `${text}\n`);
}

/** Returns sentences that are not held out, spread evenly over the list that the corpus wrote. */
async function trainingTexts(file: string, wanted: number): Promise<string[]> {
  const rows = (await readFile(file, "utf8")).trim().split("\n");
  const training = rows.filter((row) => row.startsWith("train\t"));
  const step = training.length / wanted;
  return Array.from({ length: wanted }, (_, at) => {
    const [, , text = ""] = training[Math.floor(at * step)]!.split("\t");
    return text;
  });
}

async function loadVoices(folders: readonly string[]) {
  const found = [];
  for (const folder of folders) {
    const synthesizer = await synthesizerKind.load(folder, await readManifest(folder));
    for (const { name } of synthesizer.voices) {
      found.push({ synthesizer, speaker: { kind: "built-in", name } as const });
    }
  }
  return found;
}
