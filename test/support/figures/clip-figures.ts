/** Error rates and speed of a transcriber on a folder of clips, each with a text of the same name beside it. */

import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { cpuUsage } from "node:process";
import type { AudioDecoder } from "#service/engine/audio/decoding/audio-decoder.ts";
import { openAudio } from "#service/engine/audio/decoding/open-audio.ts";
import { Resampler } from "#service/engine/audio/resampler.ts";
import type { Transcriber } from "#service/engine/model/model.ts";
import { editDistance } from "#word-errors/edit-distance.ts";
import { letters } from "#word-errors/letters.ts";

export interface ClipFigures {
  readonly clips: number;
  readonly cer: number;
  readonly wer: number;
  /** Seconds of audio for each second of this process's processor time, from file to text. */
  readonly times_real_time: number;
}

/** Has a transcriber hear every clip of a folder, in any format that the product reads. */
export async function clipFigures(
  transcriber: Transcriber,
  decoder: AudioDecoder,
  folder: string,
): Promise<ClipFigures> {
  const clips = (await readdir(folder)).filter((name) => !name.endsWith(".txt")).toSorted();
  const characters = { wrong: 0, of: 0 };
  const words = { wrong: 0, of: 0 };
  let seconds = 0;
  const began = cpuUsage();
  for (const clip of clips) {
    const path = join(folder, clip);
    const wanted = letters(await readFile(path.replace(/\.\w+$/, ".txt"), "utf8"));
    const heard = await hear(transcriber, decoder, path);
    seconds += heard.seconds;
    count(characters, Array.from(wanted), Array.from(letters(heard.text)));
    count(words, wanted.split(" "), letters(heard.text).split(" "));
  }
  const used = cpuUsage(began);
  return {
    clips: clips.length,
    cer: rounded(characters.wrong / characters.of),
    wer: rounded(words.wrong / words.of),
    times_real_time: Math.round(seconds / ((used.user + used.system) / 1e6)),
  };
}

async function hear(transcriber: Transcriber, decoder: AudioDecoder, path: string) {
  const recording = { bytes: (await stat(path)).size, read: () => createReadStream(path) };
  const audio = await openAudio(recording, decoder, transcriber.sampleRate);
  const resampler = new Resampler(audio.sampleRate, transcriber.sampleRate);
  const recognition = transcriber.open();
  for await (const samples of audio.read(new AbortController().signal, { urgency: "short" })) {
    recognition.accept(resampler.push(samples));
  }
  recognition.accept(resampler.end());
  recognition.end();
  await transcriber.advance([{ recognition }]);
  const text = recognition.words.map((word) => word.text).join(" ");
  return { text, seconds: recognition.decodedSeconds };
}

function count(
  errors: { wrong: number; of: number },
  wanted: readonly string[],
  heard: readonly string[],
): void {
  errors.wrong += editDistance(wanted, heard);
  errors.of += wanted.length;
}

function rounded(rate: number): number {
  return Number(rate.toFixed(4));
}
