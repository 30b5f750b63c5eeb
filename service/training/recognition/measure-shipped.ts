/**
 * Measures a model as the product runs it, from WAV file to text.
 *
 * `node recognition/measure-shipped.ts MODEL_FOLDER CLIPS_FOLDER` prints, for each folder of clips, character and word
 * error rates and how many seconds of audio one core hears in a second, as JSON.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { argv, cpuUsage, stdout } from "node:process";
import { Resampler } from "../../engine/audio/resampler.ts";
import { openWav } from "../../engine/audio/wav-reader.ts";
import { load } from "../../engine/kinds/ctc-transcriber.ts";
import { readManifest } from "../../engine/manifest.ts";
import type { Transcriber } from "../../engine/model.ts";

interface Errors {
  wrong: number;
  of: number;
}

/** Returns the text of a WAV file and its length in seconds. */
async function hear(
  transcriber: Transcriber,
  path: string,
): Promise<{ text: string; seconds: number }> {
  const audio = await openWav(path);
  const resampler = new Resampler(audio.sampleRate, transcriber.sampleRate);
  const recognition = transcriber.open();
  for await (const samples of audio.samples) recognition.accept(resampler.push(samples));
  recognition.accept(resampler.end());
  recognition.end();
  await transcriber.advance([recognition]);
  const text = recognition.words.map((word) => word.text).join(" ");
  return { text, seconds: recognition.decodedSeconds };
}

async function measure(transcriber: Transcriber, folder: string) {
  const characters: Errors = { wrong: 0, of: 0 };
  const words: Errors = { wrong: 0, of: 0 };
  let seconds = 0;
  const began = cpuUsage();
  const clips = (await readdir(folder)).filter((name) => name.endsWith(".wav"));
  for (const clip of clips) {
    const path = join(folder, clip);
    const expected = (await readFile(path.replace(/wav$/, "txt"), "utf8")).trim();
    const heard = await hear(transcriber, path);
    seconds += heard.seconds;
    count(characters, expected.split(""), heard.text.split(""));
    count(words, expected.split(" "), heard.text.split(" "));
  }
  const used = cpuUsage(began);
  return {
    clips: clips.length,
    cer: rounded(characters.wrong / characters.of),
    wer: rounded(words.wrong / words.of),
    times_real_time: Math.round(seconds / ((used.user + used.system) / 1e6)),
  };
}

/** Adds the insertions, deletions and substitutions that lead from one sequence to the other. */
function count(errors: Errors, expected: readonly string[], heard: readonly string[]): void {
  let row = Array.from({ length: heard.length + 1 }, (_, at) => at);
  for (const [i, left] of expected.entries()) {
    const next = [i + 1];
    for (const [j, right] of heard.entries()) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (left === right ? 0 : 1)));
    }
    row = next;
  }
  errors.wrong += row[heard.length]!;
  errors.of += expected.length;
}

function rounded(rate: number): number {
  return Math.round(rate * 10_000) / 10_000;
}

const [modelFolder = "", clipsFolder = ""] = argv.slice(2);
const transcriber = await load(modelFolder, await readManifest(modelFolder));
const measured: Record<string, Awaited<ReturnType<typeof measure>>> = {};
for (const name of (await readdir(clipsFolder)).toSorted()) {
  measured[name] = await measure(transcriber, join(clipsFolder, name));
}
stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
