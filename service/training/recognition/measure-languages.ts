/**
 * `node recognition/measure-languages.ts RECOGNITION_MODEL SYNTHESIS_MODEL` prints, of recordings in several languages, how many a
 * model says are not Turkish, and what it says it by. Speaks them by espeak-ng and, Turkish, by a model of our own.
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { argv, stdout } from "node:process";
import { promisify } from "node:util";
import { Resampler } from "../../engine/audio/resampler.ts";
import { loadTranscriber } from "../../engine/kinds/kinds.ts";
import { load as loadSynthesizer } from "../../engine/kinds/harmonic-noise-synthesizer.ts";
import { readManifest } from "../../engine/model/manifest.ts";
import { NEUTRAL_MANNER } from "../../engine/model/model.ts";
import { randomValues } from "./random-values.ts";

/** As espeak-ng writes its WAV files. */
const ESPEAK = { header: 44, sampleRate: 22_050, voices: ["", "+f3", "+m4"] };
const TURKISH_SENTENCES = 40;
const run = promisify(execFile);

const [recognitionFolder = "", synthesisFolder = ""] = argv.slice(2);
const transcriber = await loadTranscriber(recognitionFolder);
const synthesizer = await loadSynthesizer(synthesisFolder, await readManifest(synthesisFolder));
const FOLDER = import.meta.dirname;
const others = JSON.parse(
  await readFile(join(FOLDER, "sentences-by-language.json"), "utf8"),
) as Readonly<Record<string, readonly string[]>>;
const turkish = (await readFile(join(FOLDER, "../corpus/held_out_treebank_sentences.txt"), "utf8"))
  .split("\n")
  .filter((sentence) => sentence.length > 45)
  .slice(0, TURKISH_SENTENCES);

stdout.write("| spoken | recordings | judged | not Turkish |\n|---|---|---|---|\n");
await print("Turkish, own voices", turkish, bySynthesizer);
for (const dB of [10, 5, 0]) {
  await print(`Turkish, own voices, noise at ${dB} dB`, turkish, async (sentence, at) =>
    withNoise(await bySynthesizer(sentence, at), dB, at + 1),
  );
}
await print("Turkish, espeak-ng", turkish, (sentence, at) => byEspeak("tr", sentence, at));
for (const [language, sentences] of Object.entries(others)) {
  const each = ESPEAK.voices.flatMap(() => sentences);
  await print(`${language}, espeak-ng`, each, (sentence, at) =>
    byEspeak(language, sentence, Math.floor(at / sentences.length)),
  );
}

async function print(
  name: string,
  sentences: readonly string[],
  speak: (sentence: string, at: number) => Promise<Float32Array>,
): Promise<void> {
  const heard: (boolean | undefined)[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const recognition = transcriber.open();
    recognition.accept(await speak(sentence, at));
    recognition.end();
    await transcriber.advance([{ recognition }]);
    heard.push(recognition.isTurkish);
  }
  const judged = heard.filter((isTurkish) => isTurkish !== undefined);
  const not = judged.filter((isTurkish) => !isTurkish).length;
  stdout.write(`| ${name} | ${sentences.length} | ${judged.length} | ${not} |\n`);
}

async function byEspeak(language: string, sentence: string, at: number): Promise<Float32Array> {
  const voice = language + ESPEAK.voices[at % ESPEAK.voices.length]!;
  const args = ["--stdout", "-v", voice, sentence];
  const { stdout: wav } = await run("espeak-ng", args, { encoding: "buffer", maxBuffer: 2 ** 26 });
  const pcm = new Int16Array(
    wav.buffer.slice(
      wav.byteOffset + ESPEAK.header,
      wav.byteOffset + wav.length - (wav.length % 2),
    ),
  );
  return resampled(
    Float32Array.from(pcm, (value) => value / 32_768),
    ESPEAK.sampleRate,
  );
}

async function bySynthesizer(text: string, at: number): Promise<Float32Array> {
  const { voices, sampleRate } = synthesizer;
  const speaker = { kind: "built-in", name: voices[at % voices.length]!.name } as const;
  const pieces: number[] = [];
  const request = { text, speaker, manner: NEUTRAL_MANNER, speed: 1 };
  for await (const piece of synthesizer.synthesize(request)) pieces.push(...piece);
  return resampled(Float32Array.from(pieces), sampleRate);
}

function resampled(samples: Float32Array, from: number): Float32Array {
  const resampler = new Resampler(from, transcriber.sampleRate);
  return Float32Array.from([...resampler.push(samples), ...resampler.end()]);
}

/** Adds white noise so many decibels below the speech. */
function withNoise(speech: Float32Array, dB: number, seed: number): Float32Array {
  const noise = randomValues(seed);
  const rms = Math.sqrt(speech.reduce((sum, value) => sum + value ** 2, 0) / speech.length);
  // Values evenly from -1 to 1 have a root mean square of 1 / √3.
  const gain = rms * 10 ** (-dB / 20) * Math.sqrt(3);
  return speech.map((value) => value + gain * noise());
}
