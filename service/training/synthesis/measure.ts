/**
 * Levels the voices of a synthesis model and measures them, writing both into its model.json:
 * `node service/training/synthesis/measure.ts MODEL_FOLDER TRANSCRIBER_FOLDER SENTENCES [COUNT]`.
 *
 * SENTENCES is the list that corpus/write_sentences.py wrote; COUNT of its held-out part and some sentences with
 * numbers are spoken.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as ctcTranscriber from "../../engine/kinds/ctc-transcriber.ts";
import * as synthesizerKind from "../../engine/kinds/harmonic-noise-synthesizer.ts";
import { readManifest } from "../../engine/manifest.ts";
import { joinSamples } from "../../engine/synthesis/samples.ts";
import { integratedLoudness } from "./loudness-meter.ts";
import { textsToSpeak } from "./texts-to-speak.ts";
import { speakAll, voiceFigures, type VoiceFigures } from "./voice-figures.ts";

const TARGET_LUFS = -18;
const LEVELLING_SENTENCES = 8;
const [modelFolder, transcriberFolder, sentencesFile, count = "40"] = process.argv.slice(2);
if (!modelFolder || !transcriberFolder || !sentencesFile) {
  throw new Error("usage: measure.ts MODEL_FOLDER TRANSCRIBER_FOLDER SENTENCES [COUNT]");
}

const texts = await textsToSpeak(sentencesFile, Number(count));
await level(modelFolder, texts.slice(0, LEVELLING_SENTENCES));
const figures = await measure(modelFolder, transcriberFolder, texts);
await change(join(modelFolder, "model.json"), (document) => {
  document["measured"] = { sentences: texts.length, voices: figures };
});

/** Sets every voice's gain so that it speaks at the target loudness. */
async function level(folder: string, sentences: readonly string[]): Promise<void> {
  const file = join(folder, "model.json");
  for (let round = 0; round < 2; round += 1) {
    const synthesizer = await synthesizerKind.load(folder, await readManifest(folder));
    const changes = new Map<string, number>();
    for (const voice of synthesizer.voices) {
      const spoken = await speakAll(synthesizer, voice, sentences);
      const all = joinSamples(spoken);
      changes.set(
        voice,
        10 ** ((TARGET_LUFS - integratedLoudness(all, synthesizer.sampleRate)) / 20),
      );
    }
    await change(file, (document) => {
      const voices = document["voices"] as Record<string, { gain: number }>;
      for (const [name, voice] of Object.entries(voices))
        voice.gain = Number((voice.gain * (changes.get(name) ?? 1)).toFixed(4));
    });
  }
}

async function measure(
  folder: string,
  transcriber: string,
  sentences: readonly string[],
): Promise<Record<string, VoiceFigures>> {
  const hearer = await ctcTranscriber.load(transcriber, await readManifest(transcriber));
  const synthesizer = await synthesizerKind.load(folder, await readManifest(folder));
  const found: Record<string, VoiceFigures> = {};
  for (const voice of synthesizer.voices) {
    found[voice] = await voiceFigures(synthesizer, hearer, voice, sentences);
    process.stdout.write(`${voice} ${JSON.stringify(found[voice])}\n`);
  }
  return found;
}

async function change(
  file: string,
  edit: (document: Record<string, unknown>) => void,
): Promise<void> {
  const document = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  edit(document);
  await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
}
