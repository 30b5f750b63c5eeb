import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { UNCOUNTED } from "../access/quota/allowance.ts";
import { NO_PROMPT } from "../speech/prompt.ts";
import type { TranscriptWord } from "../speech/segments.ts";
import { transcribeSentences, wholeTranscript } from "../speech/transcribe.ts";
import { textOf } from "../speech/written-form/written-words.ts";
import type { RunningModel } from "./running-model.ts";

/** Transcript of a recording, written as the API writes it. */
export interface HeardFile {
  readonly text: string;
  readonly words: readonly TranscriptWord[];
  readonly audioSeconds: number;
}

/** Transcribes a recording in any format that the product reads; rejects with what `transcribeSentences` throws. */
export async function hearFile(
  { engine, pool }: Pick<RunningModel, "engine" | "pool">,
  file: string,
): Promise<HeardFile> {
  const recording = { bytes: (await stat(file)).size, read: () => createReadStream(file) };
  const transcription = {
    model: pool,
    recording,
    decoder: engine.decoder,
    prompt: NO_PROMPT,
    allowance: UNCOUNTED,
    isAnonymous: false,
  };
  const { words, durationSeconds } = await wholeTranscript(
    transcribeSentences(transcription, new AbortController().signal),
  );
  return { text: textOf(words), words, audioSeconds: durationSeconds };
}
