/** Makes what models are evaluated on: held-out sentences, spoken anew by the teacher of the training. */

import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { createMp3Encoder } from "wasm-media-encoders";
import { openWav } from "#service/engine/audio/wav-reader.ts";
import { projectRoot } from "../../support/program.ts";

/** Data that cannot be made; the message is one line that says what to do. */
export class EvaluationDataError extends Error {
  override readonly name = "EvaluationDataError";
}

/** Where the data lies. */
export interface EvaluationData {
  /** The list of corpus/write_sentences.py. */
  readonly sentences: string;
  /** One folder for each set and condition of recognition/write_clips.py, and `never-trained.mp3-32-kbit`. */
  readonly clips: string;
  /** What synthesis/write_recordings.py wrote: speakers that no training of the synthesis heard. */
  readonly recordings: string;
}

/** Debian's, which its packages belong to. */
const PYTHON = "/usr/bin/python3";
const TRAINING = path.join(projectRoot, "service/training");
/** The list that the shipped weights were trained on: with another one, held-out sentences may not be held out. */
const SENTENCES_SHA256 = "d468af52d83fb071cf13a840dbaf0639b67794eecfe320af63fbac1eb6f08e17";
const MP3 = { source: "never-trained.clean", target: "never-trained.mp3-32-kbit", every: 3 };
const MP3_KBIT_PER_SECOND = 32;

const run = promisify(execFile);

/** Writes sentences and clips into a folder, the same on every run; throws EvaluationDataError. */
export async function makeEvaluationData(folder: string): Promise<EvaluationData> {
  const missing = missingPackages();
  if (missing.length > 0) {
    throw new EvaluationDataError(
      `The clips are spoken by the training's teacher; install what is missing: apt-get install ${missing.join(" ")}`,
    );
  }
  const data = {
    sentences: path.join(folder, "sentences.tsv"),
    clips: path.join(folder, "clips"),
    recordings: path.join(folder, "recordings"),
  };
  await python("corpus.write_sentences", data.sentences);
  const sha256 = createHash("sha256").update(await readFile(data.sentences));
  if (sha256.digest("hex") !== SENTENCES_SHA256) {
    throw new EvaluationDataError(
      "The sentences are not those of the training, so none is surely held out: hunspell-tr and manpages-tr have to be those of Debian 12",
    );
  }
  await python("recognition.write_clips", data.sentences, data.clips);
  await writeMp3Clips(data.clips);
  await python("synthesis.write_recordings", data.sentences, data.recordings);
  return data;
}

function missingPackages(): readonly string[] {
  const works = (program: string, ...parameters: readonly string[]) =>
    spawnSync(program, parameters).status === 0;
  const present: Readonly<Record<string, boolean>> = {
    "espeak-ng": works("espeak-ng", "--version"),
    "python3-scipy": works(PYTHON, "-c", "import numpy, scipy"),
    "hunspell-tr": existsSync("/usr/share/hunspell/tr_TR.dic"),
    "manpages-tr": existsSync("/usr/share/man/tr/man1"),
  };
  return Object.keys(present).filter((name) => !present[name]);
}

async function python(module: string, ...parameters: readonly string[]): Promise<void> {
  await run(PYTHON, ["-m", module, ...parameters], { cwd: TRAINING });
}

async function writeMp3Clips(clips: string): Promise<void> {
  const source = path.join(clips, MP3.source);
  const target = path.join(clips, MP3.target);
  await mkdir(target);
  const names = (await readdir(source)).filter((name) => name.endsWith(".wav")).toSorted();
  for (const name of names.filter((_, at) => at % MP3.every === 0)) {
    const text = name.replace(/wav$/, "txt");
    await copyFile(path.join(source, text), path.join(target, text));
    await writeFile(
      path.join(target, name.replace(/wav$/, "mp3")),
      await mp3Of(path.join(source, name)),
    );
  }
}

async function mp3Of(wav: string): Promise<Uint8Array> {
  const { sampleRate, samples } = await openWav(wav);
  if (sampleRate !== 16_000) throw new Error(`${wav} has ${sampleRate} Hz`);
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate, bitrate: MP3_KBIT_PER_SECOND });
  const pieces: Uint8Array[] = [];
  // What the encoder returns lies in a buffer that it uses again.
  for await (const piece of samples) pieces.push(encoder.encode([piece]).slice());
  pieces.push(encoder.finalize().slice());
  return Buffer.concat(pieces);
}
