/**
 * Measures the voices of a synthesis model and writes the figures into its model.json:
 * `node service/training/synthesis/measure.ts MODEL_FOLDER TRANSCRIBER_FOLDER SENTENCES [COUNT]`.
 *
 * SENTENCES is the list that corpus/write_sentences.py wrote; COUNT of its held-out part and some sentences with
 * numbers are spoken.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as ctcTranscriber from "../../engine/kinds/ctc-transcriber.ts";
import * as synthesizerKind from "../../engine/kinds/harmonic-noise-synthesizer.ts";
import { readManifest } from "../../engine/model/manifest.ts";
import { textsToSpeak } from "./texts-to-speak.ts";
import { voiceFigures, type VoiceFigures } from "./voice-figures.ts";

const [modelFolder, transcriberFolder, sentencesFile, count = "40"] = process.argv.slice(2);
if (!modelFolder || !transcriberFolder || !sentencesFile) {
  throw new Error("usage: measure.ts MODEL_FOLDER TRANSCRIBER_FOLDER SENTENCES [COUNT]");
}

const texts = await textsToSpeak(sentencesFile, Number(count));
const figures = await measure(modelFolder, transcriberFolder, texts);
await change(join(modelFolder, "model.json"), (document) => {
  document["measured"] = { sentences: texts.length, voices: figures };
});

async function measure(
  folder: string,
  transcriber: string,
  sentences: readonly string[],
): Promise<Record<string, VoiceFigures>> {
  const hearer = await ctcTranscriber.load(transcriber, await readManifest(transcriber));
  const synthesizer = await synthesizerKind.load(folder, await readManifest(folder));
  const found: Record<string, VoiceFigures> = {};
  for (const { name } of synthesizer.voices) {
    const speaker = { kind: "built-in", name } as const;
    found[name] = await voiceFigures(synthesizer, hearer, speaker, sentences);
    process.stdout.write(`${name} ${JSON.stringify(found[name])}\n`);
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
