import { readFile, stat, writeFile } from "node:fs/promises";
import { Fault } from "#runtime/fault.ts";
import { fields } from "#runtime/plain-table.ts";
import { LIMITS } from "../contract/limits.ts";
import { toS16le, wavHeader } from "../engine/audio/wav-writer.ts";
import { hearFile } from "../trial/hear-file.ts";
import { peakMemoryBytes } from "../trial/peak-memory.ts";
import { runModel, type RunningModel } from "../trial/running-model.ts";
import { speakText, type SpokenText } from "../trial/speak-text.ts";
import { duration, megabytes, speed } from "../command/figures.ts";

/** Transcribes a recording with a model, or speaks a text file, and returns a report. Rejects with Fault. */
export async function tryModel(
  folder: string,
  file: string,
  speechFile: string | undefined,
): Promise<string> {
  await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Fault(`${file}: cannot be read (${error.code})`);
  });
  await using model = await runModel(folder);
  const startedAtMs = performance.now();
  const { audioSeconds, rows } =
    model.pool.manifest.task === "transcription"
      ? await hear(model, file, speechFile)
      : await speak(model, file, speechFile);
  const tookSeconds = (performance.now() - startedAtMs) / 1000;
  return fields([
    ["model", `${model.pool.id}, loaded in ${duration(model.loadSeconds)}`],
    ...rows,
    ["took", `${duration(tookSeconds)} for ${duration(audioSeconds)} of audio`],
    ["speed", `${speed(audioSeconds, model.workSeconds())}, the model alone`],
    ["memory", `${megabytes(await memoryOf(model))} at most`],
  ]);
}

/** Returns the peak memory of the process of a model, in bytes. */
export async function memoryOf({ pool }: RunningModel): Promise<number | undefined> {
  const [pid] = pool.pids;
  return pid === undefined ? undefined : await peakMemoryBytes(pid);
}

interface Tried {
  readonly audioSeconds: number;
  readonly rows: readonly (readonly [string, string])[];
}

async function hear(
  model: RunningModel,
  file: string,
  speechFile: string | undefined,
): Promise<Tried> {
  if (speechFile !== undefined) throw new Fault("--out is for models that speak");
  const { text, audioSeconds } = await hearFile(model, file);
  return { audioSeconds, rows: [["heard", text === "" ? "(nothing)" : text]] };
}

async function speak(
  model: RunningModel,
  file: string,
  speechFile: string | undefined,
): Promise<Tried> {
  const { size } = await stat(file);
  if (size > 4 * LIMITS.inputCharacters) {
    throw new Fault(`${file}: has ${size} bytes; a text has at most ${4 * LIMITS.inputCharacters}`);
  }
  const spoken = await speakText(model, (await readFile(file, "utf8")).trim());
  if (speechFile !== undefined) await writeWav(speechFile, spoken, model.pool.sampleRate);
  return {
    audioSeconds: spoken.audioSeconds,
    rows: [
      ["voice", spoken.voice],
      ["first audio", duration(spoken.firstAudioSeconds)],
    ],
  };
}

async function writeWav(file: string, { samples }: SpokenText, sampleRate: number): Promise<void> {
  const count = samples.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = Buffer.concat([wavHeader(sampleRate, count), ...samples.map(toS16le)]);
  await writeFile(file, bytes).catch((error: NodeJS.ErrnoException) => {
    throw new Fault(`--out ${file}: cannot be written (${error.code})`);
  });
}
