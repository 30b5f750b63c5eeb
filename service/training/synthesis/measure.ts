/**
 * Measures the voices of a synthesis model and writes the figures into its model.json:
 * `node service/training/synthesis/measure.ts MODEL_FOLDER TRANSCRIBER_FOLDER SENTENCES [COUNT]`.
 *
 * SENTENCES is the list that corpus/write_sentences.py wrote; COUNT of its held-out part and some sentences with
 * numbers are spoken.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadTranscriber } from "../../engine/kinds/kinds.ts";
import * as synthesizerKind from "../../engine/kinds/harmonic-noise-synthesizer.ts";
import { MANIFEST_FILE, readManifest } from "../../engine/model/manifest.ts";
import { textsToSpeak } from "../../../test/support/figures/texts-to-speak.ts";
import { voiceFigures, type VoiceFigures } from "../../../test/support/figures/voice-figures.ts";

const [modelFolder, transcriberFolder, sentencesFile, count = "40"] = process.argv.slice(2);
if (!modelFolder || !transcriberFolder || !sentencesFile) {
  throw new Error("usage: measure.ts MODEL_FOLDER TRANSCRIBER_FOLDER SENTENCES [COUNT]");
}

const texts = await textsToSpeak(sentencesFile, Number(count));
const hearer = await loadTranscriber(transcriberFolder);
const synthesizer = await synthesizerKind.load(modelFolder, await readManifest(modelFolder));
const voices: Record<string, VoiceFigures> = {};
for (const { name } of synthesizer.voices) {
  const speaker = { kind: "built-in", name } as const;
  voices[name] = await voiceFigures(synthesizer, hearer, speaker, texts);
  process.stdout.write(`${name} ${JSON.stringify(voices[name])}\n`);
}
const file = join(modelFolder, MANIFEST_FILE);
const document = JSON.parse(await readFile(file, "utf8")) as object;
const measured = { sentences: texts.length, voices };
await writeFile(file, `${JSON.stringify({ ...document, measured }, null, 2)}\n`);
